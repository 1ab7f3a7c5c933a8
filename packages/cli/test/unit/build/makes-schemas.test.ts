import { describe, expect, it } from "vitest";
import { makesSchemasAtRunTime } from "../../../src/build/bundle/makes-schemas.ts";
import { tempFolder } from "../../helpers/temp-folder.ts";

const own = 'import { shared } from "shared"; import { type } from "arktype"; export default [shared, type("string")];';
const fromArkType = 'import { type as t, scope } from "arktype";';

describe("makesSchemasAtRunTime", () => {
  it.each([
    ["its own code, when it is loaded", own, "", false],
    ["its own code, in a function", own.replace("[shared,", "() => [shared,"), "", true],
    ["nobody", "export default 1;", "", false],
    ["a package, when it is loaded", own, `${fromArkType} export const shared = t("string");`, false],
    ["a package, in a function", own, `${fromArkType} export const shared = () => t("string");`, true],
    ["a package, in other quotes", own, "import{type}from'arktype';export function shared(){return type('1')}", true],
    ["a package that passes it on", own, 'export * from "arktype"; export const shared = 1;', true],
    ["a package that passes on `type`", own, 'export { scope, type as shared } from "@tradecraft/sdk/workflow";', true],
    ["a package that passes on others", own, 'export { step as shared } from "@tradecraft/sdk/workflow";', false],
  ])("%s", async (_, source, shared, expected) => {
    const folder = tempFolder({ "skill.ts": source, "node_modules/shared/index.js": shared });
    const importers = ["skill.ts", ...(shared === "" ? [] : ["node_modules/shared/index.js"])];
    const late = (isLate: boolean) => importers.map((path) => ({ path, isLate }));
    expect(await makesSchemasAtRunTime(`${folder}/skill.ts`, late(false))).toBe(expected);
    expect(await makesSchemasAtRunTime(`${folder}/skill.ts`, late(true))).toBe(true);
    expect(await makesSchemasAtRunTime(`${folder}/skill.ts`, [])).toBe(false);
  });
});
