import { SkillError } from "../errors.ts";
import { pinSkillFiles } from "../integrity/pin-skill-files.ts";
import { skillDigest } from "../integrity/skill-digest.ts";
import type { SkillFileList } from "../integrity/skill-file-list.ts";
import type { ApprovalStore } from "../integrity/approval-store.ts";
import { messageOf } from "../message-of.ts";
import { normalizeResourcePath } from "../source/normalize-resource-path.ts";
import type { SourceCallOptions } from "../source/skill-source.ts";
import { waitFor } from "../source/wait-for.ts";
import { mention } from "./escape.ts";
import { nearestNames } from "./nearest-names.ts";
import { renderScriptResult } from "./render-script-result.ts";
import { toScriptArgs } from "./script-args.ts";
import type { ScriptRunner, ScriptSkill } from "./script-runner.ts";
import { resolveId } from "./resolve-id.ts";
import { inputField, inputText, type SkillTool } from "./skill-tool.ts";
import { isReachable, type SkillsetSession } from "./skillset-session.ts";

/** What somebody is asked to agree to. */
export interface ScriptApprovalRequest {
  readonly skill: string;
  readonly script: string;
  readonly args: readonly string[];
  /** What the script is given to read. */
  readonly stdin?: string;
  /** Digest of the skill's files as they are now. */
  readonly digest: string;
}

/** `always` also holds for later runs of the same script, as long as no file of the skill changes. */
export type ScriptApproval = boolean | "always";

/** Decides whether a script may run. */
export type ApproveScript = (
  request: ScriptApprovalRequest,
  options: SourceCallOptions,
) => ScriptApproval | Promise<ScriptApproval>;

export interface ScriptPolicy {
  readonly runner: ScriptRunner;
  readonly approve: ApproveScript;
  /** Where `always` is remembered. */
  readonly approvals: ApprovalStore;
}

/** The tool by which a model runs a script that a skill brings along. */
export function runSkillScriptTool(session: SkillsetSession, policy: ScriptPolicy): SkillTool {
  const { name, parameters } = session.names.run;
  return {
    name,
    description: "Runs a script of a skill, as its instructions name it, and gives you what it prints.",
    inputSchema: {
      type: "object",
      properties: {
        [parameters.skill]: { type: "string", description: "Name of the skill." },
        [parameters.script]: { type: "string", description: "Path of the script in the skill, such as scripts/a.py." },
        [parameters.args]: {
          description: "Arguments: a list of texts, or an object whose entries become --flag value.",
          anyOf: [{ type: "array", items: { type: "string" } }, { type: "object" }],
        },
        [parameters.stdin]: { type: "string", description: "Text for the script's standard input." },
      },
      required: [parameters.skill, parameters.script],
      additionalProperties: false,
    },
    execute: async (input, { signal } = {}) => {
      const id = resolveId(inputText(input, parameters.skill), [...session.allowed.keys()]);
      if (!isReachable(session, id)) {
        return `There is no skill "${mention(id)}".${nearestNames(id, session.forModel)}`;
      }
      try {
        const script = scriptPath(inputText(input, parameters.script).trim());
        const args = Object.freeze(toScriptArgs(inputField(input, parameters.args)));
        const stdin = inputField(input, parameters.stdin) ?? undefined;
        if (stdin !== undefined && typeof stdin !== "string") {
          return `The script was not run: ${parameters.stdin} must be a text.`;
        }
        return await run(session, policy, { id, script, args, signal, stdin });
      } catch (error) {
        if (signal?.aborted === true || !SkillError.is(error)) throw error;
        return error.code === "script-refused"
          ? mention(error.message, 500)
          : `The script was not run: ${mention(error.message, 500)}`;
      }
    },
  };
}

interface Run {
  readonly id: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly stdin: string | undefined;
  readonly signal: AbortSignal | undefined;
}

async function run(
  session: SkillsetSession,
  policy: ScriptPolicy,
  { id, script, args, stdin, signal }: Run,
): Promise<string> {
  const call = signal === undefined ? {} : { signal };
  const paths = (await session.registry.files(id, call)).map(({ path }) => path);
  if (!paths.includes(script)) {
    const scripts = paths.filter((path) => path.startsWith("scripts/"));
    return `The skill "${mention(id)}" has no script "${mention(script, 200)}".${nearestNames(script, scripts)}`;
  }
  const files = await approvedFiles(session, policy, { id, script, args, stdin, signal });
  if (files === undefined) {
    return `The script "${mention(script, 200)}" was not run: permission was refused. Do not try again unless the user asks for it.`;
  }
  signal?.throwIfAborted();
  session.events.emit("script-start", { id, script, args });
  const request = {
    skill: scriptSkill(session, id),
    script,
    args,
    files,
    ...(stdin !== undefined && { stdin }),
    ...call,
  };
  try {
    const result = await policy.runner.run(request);
    session.events.emit("script-end", { id, script, result });
    return renderScriptResult(id, script, result);
  } catch (failure) {
    session.events.emit("script-end", { id, script, error: messageOf(failure) });
    throw failure;
  }
}

/** The files that somebody agreed to; undefined if nobody did. What has changed by the time of the run is not run. */
async function approvedFiles(
  session: SkillsetSession,
  policy: ScriptPolicy,
  { id, script, args, stdin, signal }: Run,
): Promise<SkillFileList | undefined> {
  const skill = scriptSkill(session, id);
  const call = signal === undefined ? {} : { signal };
  const readSkill = async (): Promise<string> => (await session.registry.trigger(id, call)).raw;
  const pin = async (): Promise<{ readonly files: SkillFileList; readonly digest: string }> => {
    // A source that knows what its files hold need not be asked for all of them before anybody agreed.
    const files = (await session.registry.pinned(id, call)) ?? (await pinSkillFiles({ ...skill, readSkill }, call));
    return { files, digest: await skillDigest(files) };
  };
  const { files, digest } = await pin();
  const approval = { skill: id, action: `run ${script}`, digest };
  if (await policy.approvals.has(approval)) return files;
  session.events.emit("approval-requested", { id, script, digest });
  const request = { skill: id, script, args, digest, ...(stdin !== undefined && { stdin }) };
  const answer = await waitFor(Promise.resolve(policy.approve(request, call)), signal);
  signal?.throwIfAborted();
  if (answer !== true && answer !== "always") return undefined;
  // Whoever was asked took their time: what they agreed to must still be what is there.
  if ((await pin()).digest !== digest) {
    const message = `The skill "${id}" changed while its approval was awaited.`;
    throw new SkillError("digest-mismatch", message, { facts: { skill: id } });
  }
  if (answer === "always") await policy.approvals.add(approval);
  return files;
}

function scriptSkill({ registry, allowed }: SkillsetSession, id: string): ScriptSkill {
  return {
    id,
    name: allowed.get(id)?.name ?? id,
    directory: (options) => registry.directory(id, options),
    listResources: (options) => registry.files(id, options),
    readResource: (path, options) => registry.resource(id, path, options),
  };
}

/** Models name scripts with and without their folder. */
function scriptPath(given: string): string {
  const path = normalizeResourcePath(given);
  return path.startsWith("scripts/") ? path : `scripts/${path}`;
}
