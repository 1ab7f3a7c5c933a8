import { SkillError } from "../../core/errors.ts";

/** Linux takes 128 KiB per argument and, by default, 2 MiB for all with the environment. */
const maxBytes = 96 * 1024;

/** Refuses arguments that a process cannot have, or too many of them. */
export function assertArgs(args: readonly string[]): void {
  let bytes = 0;
  if (!Array.isArray(args)) throw refused("they are not a list");
  for (const arg of args as readonly unknown[]) {
    if (typeof arg !== "string") throw refused("one of them is not a text");
    if (arg.includes("\0")) throw refused("one of them has a NUL character");
    bytes += Buffer.byteLength(arg) + 1;
  }
  if (bytes > maxBytes) throw refused(`they are longer than ${maxBytes} bytes; give the text as input instead`);
}

/** Refuses an input that is no text, before anything is started that would wait for it. */
export function assertInput(stdin: unknown): void {
  if (stdin === undefined || typeof stdin === "string") return;
  throw new SkillError("script-refused", "The input of the script is refused: it is not a text.");
}

function refused(reason: string): SkillError {
  return new SkillError("script-refused", `The arguments of the script are refused: ${reason}.`);
}
