import { closestWord } from "../../core/format/rules/closest-word.ts";
import { JsonSyntaxError, type LocatedJson, locateJson } from "../../core/json/locate-json.ts";
import type { ProjectCode, ProjectDiagnostic } from "./project-diagnostic.ts";

type Path = readonly string[];

/** Reads values out of a JSON text and notes what is wrong, with its place. */
export interface JsonReader {
  readonly value: unknown;
  readonly diagnostics: readonly ProjectDiagnostic[];
  note(code: ProjectCode, path: Path, message: string, atKey?: boolean): void;
  /** An object with no other than these keys; undefined, and noted, if it is not. */
  object(value: unknown, path: Path, keys?: readonly string[]): Readonly<Record<string, unknown>> | undefined;
  text(value: unknown, path: Path): string | undefined;
  texts(value: unknown, path: Path): readonly string[] | undefined;
  choice<Choice extends string>(value: unknown, path: Path, choices: readonly Choice[]): Choice | undefined;
}

/** Opens a JSON text; a text that is none is one finding, and its value undefined. */
export function createJsonReader(text: string): JsonReader {
  const diagnostics: ProjectDiagnostic[] = [];
  const add = (code: ProjectCode, path: Path, message: string, offset: number): void => {
    diagnostics.push({ code, message, path, ...positionAt(text, offset) });
  };
  const json = locate(text, (error) => {
    const conflict = /^(?:<{7}|={7}|>{7})/m.test(text) ? "; it has marks of a merge that was not finished" : "";
    add("project-syntax", [], `This is not valid JSON: ${error.message}${conflict}.`, error.offset);
  });
  const note: JsonReader["note"] = (code, path, message, atKey = false) =>
    add(code, path, message, json?.offsetOf(path, atKey) ?? 0);
  const wrong = (path: Path, wanted: string): undefined => {
    note("project-value-invalid", path, `${nameOf(path)} must be ${wanted}.`);
  };
  const textOf: JsonReader["text"] = (value, path) =>
    typeof value === "string" && value.trim() !== "" ? value : wrong(path, "a text that is not empty");
  return {
    value: json?.value,
    diagnostics,
    note,
    object: (value, path, keys) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong(path, "an object");
      for (const key of Object.keys(value)) {
        if (keys === undefined || keys.includes(key)) continue;
        const near = closestWord(key, keys, 3);
        const hint = near === undefined ? `one of ${keys.join(", ")}` : `did you mean ${JSON.stringify(near)}?`;
        const where = path.length === 0 ? "" : ` in ${nameOf(path)}`;
        note("project-key-unknown", [...path, key], `There is no key ${JSON.stringify(key)}${where}; ${hint}`, true);
      }
      return value as Readonly<Record<string, unknown>>;
    },
    text: textOf,
    texts: (value, path) => {
      if (!Array.isArray(value)) return wrong(path, "a list of texts");
      const texts = value.map((item: unknown, at) => textOf(item, [...path, String(at)]));
      return texts.every((item) => item !== undefined) ? texts : undefined;
    },
    choice: <Choice extends string>(value: unknown, path: Path, choices: readonly Choice[]) =>
      choices.find((choice) => choice === value) ?? wrong(path, `one of ${choices.join(", ")}`),
  };
}

function locate(text: string, onError: (error: JsonSyntaxError) => void): LocatedJson | undefined {
  try {
    return locateJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    onError(error);
    return undefined;
  }
}

function nameOf(path: Path): string {
  return path.length === 0 ? "The file" : JSON.stringify(path.join("."));
}

function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
