import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describeFileError } from "../../node/describe-file-error.ts";
import type { CommandIo } from "../command-io.ts";
import { usageFault } from "../output/failure.ts";
import { locateJsonError } from "./locate-json-error.ts";

/** The value of a flag that holds JSON: the text itself, `-` for standard input, or `@file`. */
export async function readJsonFlag(flag: string, text: string, io: Pick<CommandIo, "stdin" | "cwd">): Promise<unknown> {
  const { json, from } = await textOf(flag, text, io);
  try {
    return JSON.parse(json) as unknown;
  } catch {
    const { line, column, reason, excerpt } = locateJsonError(json);
    throw usageFault(`--${flag}${from} is no JSON: line ${line}, column ${column}: ${reason} (${excerpt}).`, {
      hint: `Quote it for the shell, or send it as a file (--${flag} @FILE) or through standard input (--${flag} -).`,
      retry: true,
    });
  }
}

async function textOf(
  flag: string,
  text: string,
  { stdin, cwd }: Pick<CommandIo, "stdin" | "cwd">,
): Promise<{ readonly json: string; readonly from: string }> {
  if (text === "-") return { json: await readAll(stdin()), from: " (standard input)" };
  if (!text.startsWith("@")) return { json: text, from: "" };
  const path = resolve(cwd, text.slice(1));
  try {
    return { json: withoutMark(await readFile(path, "utf8")), from: ` (${path})` };
  } catch (error) {
    throw usageFault(`--${flag}: ${path} cannot be read: ${describeFileError(error)}.`);
  }
}

async function readAll(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Uint8Array));
  return withoutMark(Buffer.concat(chunks).toString("utf8"));
}

/** Editors of some systems begin files with a byte order mark. */
function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
