import { createSkillRegistry } from "@tradecraft/sdk";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeLiteral } from "../../../../src/supply/bake/literal.ts";
import { moduleHelper } from "../../../../src/supply/bake/module-helper.ts";
import { file, importBaked, input } from "./import-baked.ts";

declare global {
  // oxlint-disable-next-line no-var -- globals are declared so
  var escapedFromBake: string | undefined;
}

const attack = "globalThis.escapedFromBake = 'yes'";
const bodies = [
  `"); ${attack}; ("`,
  `\\"); ${attack}; //`,
  `\` + (${attack}) + \``,
  `\${${attack}}`,
  `*/ ${attack}; /*`,
  `\n${attack}\n`,
  `\u2028${attack}\u2029${attack}`,
  `</script><script>${attack}</script><!--`,
  `^q); ${attack}; (^q ^n^c^u0022 ^`,
  `\0 \ufeff \u007f é 漢 😀 ^^c ^u005e`,
];

describe("what a skill contains stays in its literal", () => {
  it.each(bodies)("%j", async (body) => {
    const files = [file("a.md", body), file("b.bin", new Uint8Array([0, 255]))];
    const described = JSON.stringify(body.replaceAll(/\p{Cc}|\ufeff/gu, " "));
    const manifest = `---\nname: one\ndescription: ${described}\nmetadata:\n  ${described}: ${described}\nmine: ${described}\n---\n${body}\nend\n`;
    const { skills, code } = await importBaked([input("one", { manifest, files })]);
    const registry = createSkillRegistry(skills);
    const content = await registry.resource("one", "a.md");
    expect(typeof content === "string" ? content : new TextDecoder().decode(content)).toBe(body);
    expect((await registry.trigger("one")).raw).toBe(manifest);
    expect(skills[0]?.body).toContain("end");
    expect(skills[0]?.description).toBe((await registry.trigger("one")).description);
    expect(skills[0]?.extra).toEqual((await registry.trigger("one")).extra);
    expect(globalThis.escapedFromBake).toBeUndefined();
    expect(code).toMatch(/^[\n -~]*$/);
    expect(code).not.toMatch(/<[/!]/);
  });

  it("also as a key of the frontmatter: no prototype is set", async () => {
    const manifest = `---\nname: one\ndescription: x\n__proto__: { polluted: yes }\nmetadata:\n  __proto__: y\n  constructor: z\n---\nbody\n`;
    const { skills } = await importBaked([input("one", { manifest })]);
    const manifestRead = await createSkillRegistry(skills).trigger("one");
    expect(skills[0]?.extra).toEqual(manifestRead.extra);
    expect(Object.keys(skills[0]?.metadata ?? {})).toEqual(Object.keys(manifestRead.metadata));
    expect(Object.getPrototypeOf(skills[0]?.extra)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("whatever it is", () => {
    // oxlint-disable-next-line typescript/no-implied-eval -- the module's own code, as it is written
    const decode = new Function(`${moduleHelper("js")}; return text;`)() as (text: string) => string;
    const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));
    const nasty = fc.array(fc.constantFrom("^", "n", "c", "u", "0", "<", "/", "!", "\\", '"', "\n", "\ud800"));
    fc.assert(
      fc.property(
        fc.oneof(
          units,
          nasty.map((chars) => chars.join("")),
        ),
        (text) => {
          const encoded = encodeLiteral(text);
          expect(encoded).toMatch(/^[ !#-[\]-~]*$/);
          expect(decode(encoded)).toBe(text);
        },
      ),
      { numRuns: 300 },
    );
  });
});
