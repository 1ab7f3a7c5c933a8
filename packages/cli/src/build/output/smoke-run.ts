import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Buildable } from "@tradecraft/sdk/workflow";
import { BuildFailure } from "../build-failure.ts";
import { inputJsonSchema } from "../skill-md/input-json-schema.ts";
import { sampleAnswer } from "./sample-answer.ts";

/** What the built skill did when it was tried. */
export interface SmokeResult {
  /** Calls that were made, as an agent would write them. */
  readonly calls: readonly string[];
  /** What could not be tried, and why. */
  readonly note?: string;
}

/** Milliseconds for one call. */
const longest = 30_000;

/** Starts the built skill once, and answers once; a skill that cannot do that is not put in place. */
export async function smokeRun(folder: string, definition: Buildable): Promise<SmokeResult> {
  const cwd = await mkdtemp(join(tmpdir(), "tradecraft-smoke-"));
  try {
    const run = (args: readonly string[], options: CallOptions = {}): Promise<string> =>
      call(join(folder, "scripts", "run"), args, { cwd, ...options });
    if (definition.kind === "reference") {
      parse(await run(["topics"]), "topics", (text) => text !== "");
      return { calls: ["topics"] };
    }
    const entry = definition.steps[definition.entry];
    if (entry?.prompt === undefined && entry?.parallel === undefined) {
      await run(["--help"], { mayBeSilent: true });
      return { calls: ["--help"], note: "its first step acts without being asked, so it was not started" };
    }
    const params = JSON.stringify(definition.params ? sampleAnswer(inputJsonSchema(definition.params)) : {});
    const handshake = ["--params", params, "--host", "generic"];
    const started = result(await run(handshake), "start");
    if (started.kind === "error" && started.code?.startsWith("params") === true) {
      return { calls: ["start"], note: `no params could be made up that fit (${started.message ?? ""})` };
    }
    if (started.kind === "error") throw failed("start", JSON.stringify(started));
    // An answer that does not fit says that the step is there and checks; one that fits could run an action for real.
    if (started.step === undefined || !refusesNull(started.schema)) return { calls: ["start"] };
    const answer = ["--step", started.step, "--output", "null", "--history", "[]"];
    const told = result(await run(["advance", ...answer, ...handshake]), "advance");
    if (told.kind !== "error" || told.retry !== true) throw failed("advance", JSON.stringify(told));
    return { calls: ["start", "advance"] };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

interface CallOptions {
  readonly mayBeSilent?: boolean;
}

/** Whether a JSON Schema says for sure that null is no answer. */
function refusesNull(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  const { type, enum: values, const: value } = schema as Record<string, unknown>;
  if (typeof type === "string") return type !== "null";
  return value === undefined ? Array.isArray(values) && !values.includes(null) : value !== null;
}

interface Told {
  readonly kind?: string;
  readonly code?: string;
  readonly message?: string;
  readonly retry?: boolean;
  readonly step?: string;
  readonly schema?: unknown;
}

function result(text: string, command: string): Told {
  return parse(text, command, () => true) as Told;
}

function parse(text: string, command: string, accepts: (text: string) => boolean): unknown {
  if (!accepts(text)) throw failed(command, "it printed nothing");
  try {
    return command === "topics" ? text : JSON.parse(text);
  } catch {
    throw failed(command, `it printed no JSON: ${text.slice(0, 200)}`);
  }
}

function failed(command: string, what: string): BuildFailure {
  return new BuildFailure("smoke", `The built skill does not run: ${command}: ${what}`);
}

/** What a script prints on stdout. Only a Windows shell needs another script. */
function call(
  script: string,
  args: readonly string[],
  { cwd, mayBeSilent }: CallOptions & { readonly cwd: string },
): Promise<string> {
  const isWindows = process.platform === "win32";
  return new Promise((resolve, reject) => {
    const child = spawn(isWindows ? `${script}.cmd` : script, args, {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: longest,
      shell: isWindows,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    child.on("error", (error) => reject(failed(args[0] ?? "start", error.message)));
    child.on("close", (code, signal) => {
      if (mayBeSilent === true && code !== 0) reject(failed(args[0] ?? "start", stderr.trim().slice(0, 2000)));
      else if (signal !== null) reject(failed(args[0] ?? "start", `it took more than ${longest / 1000} s`));
      else if (stdout === "" && mayBeSilent !== true)
        reject(failed(args[0] ?? "start", stderr.trim().slice(0, 2000) || "it printed nothing"));
      else resolve(stdout);
    });
  });
}
