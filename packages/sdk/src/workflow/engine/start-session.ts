import { messageOf } from "../../core/message-of.ts";
import type { Handshake } from "../hosts/host.ts";
import type { CliResult } from "../results.ts";
import { fault } from "./failure.ts";
import type { SessionRun } from "./session-run.ts";
import { showSession } from "./show-session.ts";
import { topFrame } from "./state/session-state.ts";
import { proceed } from "./steps/proceed.ts";
import { frozenJson } from "./values/frozen-json.ts";
import { placeAt } from "./workflow-map.ts";
import type { StartOptions } from "./workflow-engine.ts";

/** Begins a session and shows its first step. Nothing is kept of one whose params are refused. */
export async function startSession(run: SessionRun, options: StartOptions, digest: string): Promise<CliResult> {
  await recordStart(run, options, digest);
  await run.commit();
  await proceed(run, { signal: options.signal });
  await run.commit();
  return showSession(run, { preamble: false });
}

/** Records the beginning, when the params are acceptable. */
export async function recordStart(run: SessionRun, options: StartOptions, digest: string): Promise<void> {
  const { definition } = run.core;
  const { subskill } = options;
  if (subskill !== undefined && (subskill === "" || !placeAt(definition, subskill)))
    throw fault("usage", "", `There is no sub-skill "${subskill}".`);
  let params: unknown;
  try {
    params = frozenJson(options.params ?? {});
  } catch (error) {
    throw fault("params-invalid", "", `The params are no JSON: ${messageOf(error)}`);
  }
  const blank = run.mark();
  run.record({
    type: "started",
    skill: definition.name,
    digest,
    params,
    handshake: handshakeOf(options),
    ...(subskill !== undefined && { subskill }),
    at: run.at(),
  });
  try {
    await run.paramsOf(topFrame(run.state));
  } catch (error) {
    run.rollback(blank);
    throw error;
  }
}

function handshakeOf({ host = "generic", tools, isSubagent }: Partial<Handshake>): Handshake {
  return { host, ...(tools && { tools: [...tools] }), ...(isSubagent !== undefined && { isSubagent }) };
}
