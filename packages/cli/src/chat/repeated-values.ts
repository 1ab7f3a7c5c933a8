import { parseArgs } from "node:util";
import { COMMANDS } from "../commands.ts";

/** Every value of an option that may be given several times; the command line was checked before. */
export function repeatedValues(args: readonly string[], name: string, of = "chat"): string[] {
  const known = COMMANDS.find((command) => command.name === of)?.options ?? {};
  const options = Object.fromEntries(
    Object.entries(known).map(([option, { type, short }]) => [
      option,
      { type, ...(short === undefined ? {} : { short }), multiple: option === name },
    ]),
  );
  const value = parseArgs({ args: [...args], options, strict: false, allowPositionals: true }).values[name];
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
