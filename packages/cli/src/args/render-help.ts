import type { CommandGroup } from "../commands.ts";
import type { CommandSpec, OptionSpec } from "./command.ts";
import { commonOptions } from "./parse-command-args.ts";

/** Help of the program: its commands. */
export function renderProgramHelp(groups: readonly CommandGroup[]): string {
  const shown = groups.filter(({ commands }) => commands.length > 0);
  return [
    "tradecraft: check, mend and look after Agent Skills.",
    "",
    "Usage: tradecraft <command> [options]",
    "",
    ...shown.flatMap(({ title, commands }) => [
      `${title}:`,
      ...table(commands.map((command) => [usage(command), command.summary])),
      "",
    ]),
    "Options:",
    ...table([
      ["-h, --help", "Show this help, or a command's with: tradecraft <command> --help"],
      ["-v, --version", "Show the version"],
    ]),
    "",
    "Exit codes: 0 clean, 1 findings, 2 wrong usage, 70 a mistake in tradecraft itself.",
    "",
  ].join("\n");
}

/** Help of one command. */
export function renderCommandHelp(command: CommandSpec): string {
  const argument = command.arguments;
  return [
    `${command.summary}.`,
    "",
    // Behind what is passed on, an option would be somebody else's.
    argument?.passesOnAfter === undefined
      ? `Usage: tradecraft ${usage(command)} [options]`
      : `Usage: tradecraft ${command.name} [options] ${argument.label}`,
    "",
    ...(argument === undefined ? [] : ["Arguments:", ...table([[argument.label, argument.summary]]), ""]),
    "Options:",
    ...table(Object.entries({ ...command.options, ...commonOptions }).map(optionRow)),
    "",
    ...(command.details === undefined ? [] : [...command.details, ""]),
  ].join("\n");
}

function usage(command: CommandSpec): string {
  return command.arguments === undefined ? command.name : `${command.name} ${command.arguments.label}`;
}

function optionRow([name, option]: [string, OptionSpec]): [string, string] {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  const value = option.choices?.join("|") ?? option.value;
  return [`${short}--${name}${value === undefined ? "" : ` <${value}>`}`, option.summary];
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const longest = Math.max(...rows.map(([left]) => left.length));
  const width = Math.min(longest, 28);
  return rows.map(([left, right]) =>
    left.length > width ? `  ${left}\n  ${" ".repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`,
  );
}
