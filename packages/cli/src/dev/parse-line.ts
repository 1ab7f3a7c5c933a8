import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { suggestion } from "../args/closest.ts";

/** What a person typed, understood. */
export type DevLine =
  | { readonly kind: "empty" }
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "command"; readonly name: string; readonly rest: string }
  | { readonly kind: "problem"; readonly message: string };

/** Understands a line: a command is a word, everything else is JSON, or `@` and a file with JSON in it. */
export async function parseLine(line: string, commands: ReadonlySet<string>, cwd: string): Promise<DevLine> {
  const text = line.trim();
  if (text === "") return { kind: "empty" };
  if (text.startsWith("@")) return readValue(text.slice(1).trim(), cwd);
  const [, word, rest = ""] = /^([a-z]+)(?:\s+(.*))?$/s.exec(text) ?? [];
  if (word === undefined || ["true", "false", "null"].includes(text)) return parseValue(text, "This");
  if (commands.has(word)) return { kind: "command", name: word, rest: rest.trim() };
  const hint = suggestion(word, commands) || "; `help` lists them, and a text as an answer is quoted";
  return { kind: "problem", message: `There is no command "${word}"${hint}` };
}

async function readValue(file: string, cwd: string): Promise<DevLine> {
  try {
    return parseValue(await readFile(resolve(cwd, file), "utf8"), file);
  } catch (error) {
    return { kind: "problem", message: `${file} cannot be read: ${(error as Error).message}` };
  }
}

function parseValue(text: string, what: string): DevLine {
  try {
    return { kind: "value", value: JSON.parse(text) as unknown };
  } catch (error) {
    return { kind: "problem", message: `${what} is not JSON: ${(error as Error).message}` };
  }
}
