import { SkillError } from "../../../core/errors.ts";
import { JsonSyntaxError, type LocatedJson, locateJson } from "../../../core/json/locate-json.ts";
import { normalizeResourcePath } from "../../../core/source/normalize-resource-path.ts";

/** Keys and positions from the root of a manifest to a value. */
export type JsonPath = readonly (string | number)[];

/** Reads values out of one manifest; what is wrong throws `skill-invalid` with file, line and JSON path. */
export interface ManifestReader {
  readonly value: unknown;
  fail(path: JsonPath, problem: string): never;
  object(value: unknown, path: JsonPath): Readonly<Record<string, unknown>>;
  text(value: unknown, path: JsonPath): string;
  optionalText(value: unknown, path: JsonPath): string | undefined;
  /** A path that stays inside: `./a/b` as `a/b`, and `./` as `.`. */
  inside(value: unknown, path: JsonPath): string;
  /** None, one, or a list of such paths. */
  insides(value: unknown, path: JsonPath): readonly { readonly folder: string; readonly path: JsonPath }[];
}

/** Opens a manifest; `where` names it in messages. */
export function createManifestReader(text: string, where: string): ManifestReader {
  let json: LocatedJson | undefined;
  const refuse = (offset: number, what: string): never => {
    const before = text.slice(0, offset);
    const place = `${before.split("\n").length}:${offset - before.lastIndexOf("\n")}`;
    throw new SkillError("skill-invalid", `${where}:${place}: ${what}.`, { facts: { file: where } });
  };
  const fail: ManifestReader["fail"] = (path, problem) =>
    refuse(json?.offsetOf(path.map(String)) ?? 0, `${shownPath(path)} ${problem}`);
  try {
    json = locateJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    refuse(error.offset, `this is not valid JSON: ${error.message}`);
  }
  const textOf: ManifestReader["text"] = (value, path) =>
    typeof value === "string" && value.trim() !== "" ? value : fail(path, "must be a text that is not empty");
  const inside: ManifestReader["inside"] = (value, path) => {
    const written = textOf(value, path);
    if (!/^\.(?:\/|$)/.test(written))
      return fail(path, `is ${JSON.stringify(written.slice(0, 100))}; it must start with ./`);
    return insideOf(written, (reason) => fail(path, `is ${JSON.stringify(written.slice(0, 100))}: ${reason}`));
  };
  return {
    value: json?.value,
    fail,
    object: (value, path) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? (value as Readonly<Record<string, unknown>>)
        : fail(path, "must be an object"),
    text: textOf,
    optionalText: (value, path) => (value === undefined ? undefined : textOf(value, path)),
    inside,
    insides: (value, path) => {
      if (value === undefined) return [];
      if (!Array.isArray(value)) return [{ folder: inside(value, path), path }];
      return value.map((item: unknown, at) => ({ folder: inside(item, [...path, at]), path: [...path, at] }));
    },
  };
}

/** A relative path in its one spelling; `.` for the folder itself. */
export function insideOf(written: string, refuse: (reason: string) => never): string {
  const plain = written.replace(/^\.\/+/, "").replace(/\/+$/, "");
  if (plain === "" || plain === ".") return ".";
  if (plain.includes("\\")) return refuse("it has a backslash; separate folders with /");
  try {
    return normalizeResourcePath(plain);
  } catch (error) {
    if (!SkillError.is(error, "path-refused")) throw error;
    return refuse(error.message.replace(/^This path is refused: /, "").replace(/\.$/, ""));
  }
}

function shownPath(path: JsonPath): string {
  if (path.length === 0) return "The manifest";
  return path.map((key, at) => (typeof key === "number" ? `[${key}]` : at === 0 ? key : `.${key}`)).join("");
}
