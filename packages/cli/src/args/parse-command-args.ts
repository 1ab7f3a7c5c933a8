import { parseArgs } from "node:util";
import { UsageError } from "../usage-error.ts";
import { suggestion } from "./closest.ts";
import type { CommandSpec, OptionSpec, ParsedArgs } from "./command.ts";

/** Options that every command has. */
export const commonOptions: Readonly<Record<string, OptionSpec>> = {
  "no-color": { type: "boolean", summary: "Never colour the output (NO_COLOR and FORCE_COLOR are respected too)" },
  help: { type: "boolean", short: "h", summary: "Show this help" },
};

/** Parses what follows the command's name; anything the command does not know is a `UsageError`. */
export function parseCommandArgs(
  spec: Pick<CommandSpec, "name" | "arguments" | "options">,
  args: readonly string[],
): ParsedArgs {
  const options = { ...spec.options, ...commonOptions };
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const positionals: string[] = [];
  // Tokens instead of strict mode: its messages name neither the command nor the option that was meant.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type, short }]) => [
        name,
        short === undefined ? { type } : { type, short },
      ]),
    ),
    strict: false,
    tokens: true,
  });
  // What stands behind `--` is somebody else's, also when it is empty.
  let own = Infinity;
  for (const token of tokens) {
    if (token.kind === "option-terminator" && spec.arguments?.passesOn === true) own = positionals.length;
    else if (token.kind === "positional") {
      positionals.push(token.value);
      if (positionals.length === spec.arguments?.passesOnAfter) {
        own = positionals.length;
        const rest = args.slice(token.index + 1);
        positionals.push(...(rest[0] === "--" ? rest.slice(1) : rest));
        break;
      }
    } else if (token.kind === "option") {
      const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
      if (option === undefined) {
        const hint = token.rawName.startsWith("--") ? suggestion(token.name, Object.keys(options), "--") : "";
        throw new UsageError("option-unknown", `Unknown option ${token.rawName}${hint}`);
      }
      if (option.type === "boolean") {
        if (token.value !== undefined) throw new UsageError("option-value", `--${token.name} takes no value`);
        flags.add(token.name);
      } else {
        const missing =
          token.value === undefined || token.value === "" || (!token.inlineValue && token.value.startsWith("-"));
        if (missing)
          throw new UsageError("option-value", `--${token.name} needs a value: <${option.value ?? "value"}>`);
        assertChoice(`--${token.name}`, token.value, option.choices);
        assertInteger(`--${token.name}`, token.value, option.integerFrom);
        values.set(token.name, token.value);
      }
    }
  }
  if (!flags.has("help")) checkPositionals(spec, positionals, own);
  return { flags, values, positionals };
}

function checkPositionals(
  spec: Pick<CommandSpec, "name" | "arguments">,
  positionals: readonly string[],
  own: number,
): void {
  const max = spec.arguments?.max ?? 0;
  const extra = positionals[max];
  if (extra !== undefined)
    throw new UsageError("argument-unexpected", `Unexpected argument "${extra}" for ${spec.name}`);
  if (positionals.length < (spec.arguments?.min ?? 0))
    throw new UsageError("argument-missing", `${spec.name} needs an argument: ${spec.arguments?.label}`);
  for (const value of positionals.slice(0, own)) {
    if (value === "") throw new UsageError("argument-unexpected", `An argument of ${spec.name} is empty`);
    assertChoice(spec.arguments?.label ?? "", value, spec.arguments?.choices);
  }
}

function assertChoice(label: string, value: string, choices: readonly string[] | undefined): void {
  if (choices === undefined || choices.includes(value)) return;
  const hint = suggestion(value, choices);
  throw new UsageError("option-value", `${label} must be one of ${choices.join(", ")}, not "${value}"${hint}`);
}

function assertInteger(label: string, value: string, from: number | undefined): void {
  if (from === undefined || (/^\d{1,15}$/.test(value) && Number(value) >= from)) return;
  throw new UsageError("option-value", `${label} must be a whole number, ${from} or more, not "${value}"`);
}
