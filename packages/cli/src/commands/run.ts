import { type ScriptResult, SkillError } from "@tradecraft/sdk";
import { fileApprovalStore, type ProcessRunner, processRunner } from "@tradecraft/sdk/node";
import type { CommandRun, ParsedArgs } from "../args/command.ts";
import { findSkill } from "../catalog/find-skill.ts";
import { homeOf } from "../catalog/open-catalog.ts";
import { shownPath } from "../catalog/place.ts";
import type { CliIo, CliStream } from "../io.ts";
import { jsonDocument } from "../report/json-document.ts";
import { tellError } from "../report/tell-error.ts";
import { ask } from "../run/ask.ts";
import { planRun, type RunPlan } from "../run/plan-run.ts";
import { renderPlan, type SandboxState } from "../run/render-plan.ts";
import { Interrupted, untilInterrupted } from "../run/until-interrupted.ts";
import { visible } from "../text/visible.ts";
import { visibleLines } from "../text/visible-lines.ts";

/** `tradecraft run`: a script of a skill, once a person has agreed; 0 if it exits with 0, 2 if it may not run. */
export const runRun: CommandRun = async (args, io) => {
  const [named = "", script = "", ...scriptArgs] = args.positionals;
  const json = args.flags.has("json");
  const found = await findSkill(named, args.values.get("in"), io);
  if (found.entry === undefined) {
    tellError({ code: "skill-unknown", message: found.message }, io, json);
    return 1;
  }
  try {
    const { id, name, location } = found.entry;
    const plan = await planRun(found.catalog, { id, name }, script);
    const runner = createRunner(args);
    const sandbox = await runner.sandboxState();
    const at = location === undefined ? undefined : shownPath(location, io.cwd, homeOf(io));
    const shown = renderPlan(plan, scriptArgs, sandbox, at);
    const refusal = await askFirst(plan, shown, args, io);
    if (refusal !== undefined) {
      tellError({ code: "approval-denied", message: refusal }, io, json);
      return 2;
    }
    const { skill, files } = plan;
    const result = await untilInterrupted((signal) =>
      runner.run({ skill, script: plan.script, args: scriptArgs, files, signal }),
    );
    report(result, plan, sandbox, args, io);
    return result.exitCode === 0 ? 0 : 1;
  } catch (error) {
    if (error instanceof Interrupted) {
      const told = { code: "interrupted", message: "Interrupted; the script and all it started were killed" };
      if (json) io.stdout.write(jsonDocument(false, { error: told }));
      return 130;
    }
    if (!SkillError.is(error)) throw error;
    tellError({ code: error.code, message: error.message }, io, json);
    return 1;
  }
};

function createRunner({ values }: ParsedArgs): ProcessRunner {
  const sandbox = values.get("sandbox") as "auto" | "required" | "off" | undefined;
  const seconds = values.get("timeout");
  return processRunner({
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(seconds === undefined ? {} : { timeout: Number(seconds) * 1_000 }),
  });
}

/** Why it may not run; undefined once somebody has agreed. */
async function askFirst(plan: RunPlan, shown: string, { flags }: ParsedArgs, io: CliIo): Promise<string | undefined> {
  if (flags.has("yes")) return undefined;
  const store = fileApprovalStore(undefined, { ...io.env });
  const approval = { action: `run ${plan.script}`, skill: plan.skill.id, digest: plan.digest };
  if (await store.has(approval)) return undefined;
  io.stderr.write(shown);
  if (flags.has("no-input") || process.stdin.isTTY !== true || io.stderr.isTTY !== true)
    return "Nobody can be asked here; look at what would run, then add --yes";
  const answer = await ask("Run it? [y]es, [a]lways while its content stays the same, [N]o: ", {
    input: process.stdin,
    output: process.stderr,
  });
  if (answer === "always") await store.add(approval);
  return answer === "no" ? "Not run" : undefined;
}

function report(result: ScriptResult, plan: RunPlan, sandbox: SandboxState, args: ParsedArgs, io: CliIo): void {
  if (args.flags.has("json")) {
    const { skill, script, digest } = plan;
    io.stdout.write(jsonDocument(result.exitCode === 0, { skill: skill.id, script, digest, sandbox, result }));
    return;
  }
  write(io.stdout, result.stdout);
  write(io.stderr, result.stderr);
  if (!sandbox.sandboxed && args.values.get("sandbox") !== "off")
    io.stderr.write(`tradecraft: It ran without a sandbox: ${visible(sandbox.detail)}\n`);
  if (result.timedOut) io.stderr.write("tradecraft: It was killed: its time was up; see --timeout\n");
  else if (result.exitCode !== 0) io.stderr.write(`tradecraft: It ended with ${result.signal ?? result.exitCode}\n`);
}

/** On a terminal, what a script prints could move the cursor or hide; a pipe gets it as it is. */
function write(stream: CliStream, text: string): void {
  stream.write(stream.isTTY === true ? visibleLines(text).join("\n") : text);
}
