import { parseArgs } from "node:util";
import { COMMANDS } from "../commands.ts";

/** Every value of an option of `chat` that may be given several times; the command line was checked before. */
export function repeatedValues(args: readonly string[], name: string): string[] {
  const known = COMMANDS.find((command) => command.name === "chat")?.options ?? {};
  const options = Object.fromEntries(
    Object.entries(known).map(([option, { type, short }]) => [
      option,
      { type, ...(short === undefined ? {} : { short }), multiple: option === name },
    ]),
  );
  const value = parseArgs({ args: [...args], options, strict: false, allowPositionals: true }).values[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
