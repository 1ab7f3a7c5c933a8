import { randomUUID } from "node:crypto";
import { readdirSync, realpathSync, rmdir } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { SkillError } from "../core/errors.ts";
import type { ScriptRequest, ScriptResult, ScriptRunner } from "../core/skillset/script-runner.ts";
import { describeFileError } from "./describe-file-error.ts";
import { assertArgs, assertInput } from "./run/assert-args.ts";
import { assertFiles, assertScript, hasUncovered } from "./run/assert-files.ts";
import { isSystemPath } from "./run/bubblewrap.ts";
import { chooseInterpreter } from "./run/choose-interpreter.ts";
import { findSandbox } from "./run/find-sandbox.ts";
import { makeScratch, materializeSkill } from "./run/materialize-skill.ts";
import { openScript, scriptPath } from "./run/open-script.ts";
import { programReads } from "./run/program-reads.ts";
import { runProcess } from "./run/run-process.ts";
import { RunQueue } from "./run/run-queue.ts";
import { resolveRunnerOptions, type ProcessRunnerOptions, type RunnerSettings } from "./run/runner-options.ts";
import type { Sandbox, SandboxProbe } from "./run/sandbox.ts";
import { scriptEnvironment, scriptSearchPath } from "./run/script-environment.ts";

/** A runner of scripts, and what it can do here. */
export interface ProcessRunner extends ScriptRunner {
  /** Whether runs are sandboxed, by what, and if not why; throws `sandbox-unavailable` where one is required. */
  sandboxState(): Promise<{ readonly sandboxed: boolean; readonly detail: string }>;
}

/**
 * Runs scripts of skills as processes of this machine, without a shell: in a process group of their own, with an
 * environment made from nothing, a time limit, and an end to their output. It asks nobody: whoever calls it has approved.
 */
export function processRunner(options: ProcessRunnerOptions = {}): ProcessRunner {
  const settings = resolveRunnerOptions(options);
  const queue = new RunQueue(settings.concurrency);
  let probe: Promise<SandboxProbe> | undefined;
  const sandbox = async (): Promise<SandboxProbe> => {
    if (settings.sandbox === "off") return { sandbox: undefined, reason: "it is switched off" };
    const found = await (probe ??= findSandbox(process.env["PATH"]).catch((error: unknown) => {
      // A disk that is full today says nothing about tomorrow.
      probe = undefined;
      throw error;
    }));
    if (found.sandbox === undefined && settings.sandbox === "required") {
      throw new SkillError("sandbox-unavailable", `Scripts run in a sandbox only, and there is none: ${found.reason}.`);
    }
    return found;
  };
  return {
    run: async (request) => {
      const path = scriptPath(request.script);
      assertArgs(request.args);
      assertInput(request.stdin);
      settings.timeoutFor(request);
      return queue.run(async () => {
        const { sandbox: found } = await sandbox();
        return runIn(request, path, settings, found);
      }, request.signal);
    },
    sandboxState: async () => {
      const found = await sandbox();
      const isFound = found.sandbox !== undefined;
      return { sandboxed: isFound, detail: isFound ? found.sandbox.name : found.reason };
    },
  };
}

/** Gives a run its folders, and takes away again what was made for it. */
async function runIn(
  request: ScriptRequest,
  path: string,
  settings: RunnerSettings,
  sandbox: Sandbox | undefined,
): Promise<ScriptResult> {
  const { skill, signal, files } = request;
  const own = settings.folder === "copy" ? undefined : await skill.directory(signal === undefined ? {} : { signal });
  const isPartly = own !== undefined && settings.folder === "auto" && files !== undefined;
  const directory = isPartly && (await hasUncovered(own, signal)) ? undefined : own;
  signal?.throwIfAborted();
  const made: string[] = [];
  const makeFolder = async (): Promise<string> => {
    const copy = await materializeSkill(skill, { files, signal });
    made.push(dirname(copy));
    return copy;
  };
  try {
    const scratch = settings.scratch === undefined ? makeScratch("run") : realFolder(settings.scratch);
    if (settings.scratch === undefined) made.push(scratch);
    const folder = directory === undefined ? await makeFolder() : realFolder(directory);
    // A copy was compared as it was written, and is nobody else's to change.
    if (directory !== undefined && files !== undefined) await assertFiles(skill.id, folder, files, signal);
    return await runScript(request, { path, folder, scratch }, settings, sandbox);
  } finally {
    for (const folder of made) await removeFolder(folder);
  }
}

interface RunPlace {
  readonly path: string;
  readonly folder: string;
  readonly scratch: string;
}

async function runScript(
  request: ScriptRequest,
  { path, folder, scratch }: RunPlace,
  settings: RunnerSettings,
  sandbox: Sandbox | undefined,
): Promise<ScriptResult> {
  const { skill, args, stdin, signal, files } = request;
  const marker = randomUUID();
  const prepare = () => {
    const script = openScript(folder, path);
    if (files !== undefined) assertScript(skill.id, script, files);
    const search = { path: scriptSearchPath(process.env, folder), interpreters: settings.interpreters };
    const interpreter = chooseInterpreter(script, search);
    const env = scriptEnvironment({ host: process.env, folder, scratch, more: settings.env, marker });
    const cwd = settings.cwd === "scratch" ? scratch : folder;
    return { interpreter, command: { command: interpreter.command, args: [...interpreter.args, ...args], cwd, env } };
  };
  let { interpreter, command } = prepare();
  if (sandbox !== undefined) {
    const needed = [...programReads(command.command), ...(interpreter.reads ?? [])].filter(
      (read) => !isSystemPath(read),
    );
    const wrapped = await sandbox.wrap(command, { reads: [...settings.readable, ...needed, folder], scratch });
    // Looked at once more: time has passed.
    prepare();
    command = { ...wrapped, args: [...wrapped.args], env: { ...wrapped.env } };
  }
  signal?.throwIfAborted();
  const { maxOutputBytes } = settings;
  const timeout = settings.timeoutFor(request);
  const endsWithHost = sandbox?.endsWithHost === true;
  const result = await runProcess(command, { marker, stdin, timeout, maxOutputBytes, signal, endsWithHost });
  return { ...result, sandboxed: sandbox !== undefined };
}

function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const message = `The folder of the script cannot be used: ${describeFileError(error)}.`;
    throw new SkillError("script-unavailable", message, { cause: error });
  }
}

async function removeFolder(folder: string): Promise<void> {
  // Most scripts leave nothing behind, and nobody has to wait until an empty folder is gone.
  if (isEmpty(folder)) rmdir(folder, () => undefined);
  else await rm(folder, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}
