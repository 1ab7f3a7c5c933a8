import { isAbsolute } from "node:path";
import { SkillError } from "../../core/errors.ts";
import type { ScriptRequest } from "../../core/skillset/script-runner.ts";
import { assertEnvironment } from "./script-environment.ts";

export interface ProcessRunnerOptions {
  /** Milliseconds until a script and everything it started is killed. Default 120,000. */
  readonly timeout?: number;
  /** The same, by id of a skill; a request's own limit comes before both. */
  readonly timeouts?: Readonly<Record<string, number>>;
  /** What is kept of each of the two streams, beginning and end. Default 256 KiB. */
  readonly maxOutputBytes?: number;
  /** Scripts that run at a time; others wait in order. Default 4. */
  readonly concurrency?: number;
  /** Variables that scripts get beside the few that every script gets. Nothing else of the host's environment is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where a script starts. Default `skill`, its skill's folder. */
  readonly cwd?: "skill" | "scratch";
  /**
   * `copy`: scripts run from a private copy of the skill, which nobody can change between a check and the run. `own`: from
   * the skill's folder. `auto` (the default): from the folder, unless it holds what no approval covers, links or
   * `node_modules`; a copy has neither.
   */
  readonly folder?: "auto" | "own" | "copy";
  /** A folder that scripts may write to, and that is kept; by default each run has one of its own, deleted after it. */
  readonly scratch?: string;
  /** By extension (`.rb`): the program that runs such scripts, and its first arguments. */
  readonly interpreters?: Readonly<Record<string, readonly string[]>>;
  /** `required` refuses to run without one, `auto` (the default) does what it can and says so in the result. */
  readonly sandbox?: "auto" | "required" | "off";
  /** Absolute paths that scripts in the sandbox may read too. */
  readonly readable?: readonly string[];
}

/** The options, with every default in its place. */
export interface RunnerSettings extends Required<Omit<ProcessRunnerOptions, "timeout" | "timeouts" | "scratch">> {
  readonly scratch: string | undefined;
  timeoutFor(request: ScriptRequest): number;
}

export function resolveRunnerOptions(options: ProcessRunnerOptions): RunnerSettings {
  const { timeout = 120_000, timeouts = {}, env = {}, maxOutputBytes = 256 * 1024, concurrency = 4 } = options;
  assertEnvironment(env);
  for (const limit of [timeout, ...Object.values(timeouts)]) assertLimit("timeout", limit);
  assertLimit("maxOutputBytes", maxOutputBytes);
  assertLimit("concurrency", concurrency);
  // A word that is misspelt must not open what it was meant to close.
  assertChoice("sandbox", options.sandbox, ["auto", "required", "off"]);
  assertChoice("folder", options.folder, ["auto", "own", "copy"]);
  assertChoice("cwd", options.cwd, ["skill", "scratch"]);
  for (const path of options.readable ?? []) {
    if (!isAbsolute(path)) throw refused("readable", "must be absolute paths");
  }
  return {
    env: { ...env },
    maxOutputBytes,
    concurrency,
    cwd: options.cwd ?? "skill",
    folder: options.folder ?? "auto",
    scratch: options.scratch,
    interpreters: options.interpreters ?? {},
    sandbox: options.sandbox ?? "auto",
    readable: options.readable ?? [],
    timeoutFor: (request) => {
      const own = Object.hasOwn(timeouts, request.skill.id) ? timeouts[request.skill.id] : undefined;
      return assertLimit("timeout", request.timeout ?? own ?? timeout);
    },
  };
}

/** What a timer and a buffer can hold. */
const largest = 2 ** 31 - 1;

function assertLimit(name: string, value: number): number {
  if (Number.isFinite(value) && value >= 1 && value <= largest) return value;
  throw refused(name, `must be a number from 1 to ${largest}`);
}

function assertChoice(name: string, value: string | undefined, choices: readonly string[]): void {
  if (value !== undefined && !choices.includes(value)) throw refused(name, `must be one of ${choices.join(", ")}`);
}

function refused(name: string, what: string): SkillError {
  return new SkillError("script-refused", `The option ${name} of the runner ${what}.`, { facts: { name } });
}
