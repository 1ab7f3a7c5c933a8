import { usageFault } from "../output/failure.ts";
import { type Command, commandFlags, type Flags, isSwitch, type SwitchFlag, type ValueFlag } from "./flags.ts";

/** A call, understood. */
export type Call =
  | { readonly command: "help" }
  | { readonly command: "mcp"; readonly args: readonly string[] }
  | { readonly command: "topic"; readonly topic: string }
  | {
      readonly command: Exclude<Command, "mcp" | "topic">;
      /** The call names a sub-skill first. */
      readonly subskill?: string;
      readonly flags: Flags;
    };

/** What the arguments are read for. */
export interface CallableSkill {
  readonly kind: "skill" | "reference";
  /** Whether there is a sub-skill of this name. */
  isSubskill(name: string): boolean;
}

const ofSubskills: ReadonlySet<string> = new Set<Command>(["start", "advance", "resume", "preamble"]);
const ofReferences: ReadonlySet<string> = new Set<Command>(["topics", "topic", "mcp"]);

/** Understands the arguments of a call; throws a `CommandFault` for what nobody could have meant. */
export function parseArguments(argv: readonly string[], skill: CallableSkill): Call {
  if (argv.includes("--help") || argv.includes("-h")) return { command: "help" };
  const [first, ...rest] = argv;
  if (first === undefined) return skill.kind === "skill" ? { command: "help" } : { command: "topics", flags: {} };
  if (first === "help") return { command: "help" };
  if (first.startsWith("-") && skill.kind === "skill") return { command: "start", flags: parseFlags("start", argv) };
  if (isCommand(first) && (skill.kind === "skill" || ofReferences.has(first))) return commandCall(first, rest);
  if (skill.isSubskill(first)) return subskillCall(first, rest);
  const known = Object.keys(commandFlags).filter((name) => skill.kind === "skill" || ofReferences.has(name));
  throw usageFault(`There is no command "${first}".`, { hint: `Commands: ${known.join(", ")}. --help tells more.` });
}

function commandCall(command: Command, rest: readonly string[]): Call {
  if (command === "mcp") return { command, args: rest };
  if (command !== "topic") return { command, flags: parseFlags(command, rest) };
  const [topic, ...more] = rest;
  if (topic === undefined) throw usageFault("`topic` needs the name of a topic.", { hint: "`topics` lists them." });
  parseFlags(command, more);
  return { command, topic };
}

function subskillCall(subskill: string, rest: readonly string[]): Call {
  const [word, ...more] = rest;
  if (word === undefined || word.startsWith("-"))
    return { command: "start", subskill, flags: parseFlags("start", rest) };
  if (!isCommand(word) || !ofSubskills.has(word)) {
    throw usageFault(`"${subskill}" has no command "${word}".`, { hint: `It has ${[...ofSubskills].join(", ")}.` });
  }
  const command = word as "start" | "advance" | "resume" | "preamble";
  return { command, subskill, flags: parseFlags(command, more) };
}

/** Reads `--name value`, `--name=value` and switches. */
export function parseFlags(command: Command, tokens: readonly string[]): Flags {
  const flags: { [Name in ValueFlag]?: string } & { [Name in SwitchFlag]?: true } = {};
  for (let at = 0; at < tokens.length; at++) {
    const { name, value } = splitFlag(command, tokens[at] ?? "");
    if (flags[name] !== undefined) throw usageFault(`--${name} was given twice.`);
    if (isSwitch(name)) {
      if (value !== undefined) throw usageFault(`--${name} takes no value.`);
      flags[name] = true;
    } else {
      flags[name] = value ?? valueAfter(name, tokens[++at]);
    }
  }
  return flags;
}

function splitFlag(
  command: Command,
  token: string,
): { readonly name: ValueFlag | SwitchFlag; readonly value?: string } {
  const match = /^--([^=]+)(?:=(.*))?$/s.exec(token);
  const known = commandFlags[command];
  const hint = known.length === 0 ? `\`${command}\` takes no flags.` : `\`${command}\` takes --${known.join(", --")}.`;
  if (!match) throw usageFault(`"${token.slice(0, 80)}" is not expected here.`, { hint });
  const name = known.find((flag) => flag === match[1]);
  if (name === undefined) throw usageFault(`\`${command}\` has no flag --${match[1]?.slice(0, 80)}.`, { hint });
  return match[2] === undefined ? { name } : { name, value: match[2] };
}

function valueAfter(name: string, value: string | undefined): string {
  // No value begins like this: JSON, names and ids do not.
  if (value !== undefined && !value.startsWith("--")) return value;
  throw usageFault(`--${name} needs a value.`, { hint: `--${name} VALUE, or --${name}=VALUE.` });
}

function isCommand(word: string): word is Command {
  return Object.hasOwn(commandFlags, word);
}
