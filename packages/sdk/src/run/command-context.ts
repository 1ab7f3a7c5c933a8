import type { Handshake } from "../workflow/hosts/host.ts";
import type { ReferenceLoader, WorkflowDefinition } from "../workflow/define/workflow-definition.ts";
import { createWorkflowEngine } from "../workflow/engine/create-workflow-engine.ts";
import type { WorkflowEngine } from "../workflow/engine/workflow-engine.ts";
import { messageOf } from "../core/message-of.ts";
import type { SessionStore } from "../workflow/session/session-store.ts";
import type { Flags } from "./arguments/flags.ts";
import { readJsonFlag } from "./arguments/read-json-flag.ts";
import type { CommandIo } from "./command-io.ts";
import { usageFault } from "./output/failure.ts";

/** What every command of a workflow is given. */
export interface CommandContext {
  readonly definition: WorkflowDefinition;
  readonly flags: Flags;
  /** The sub-skill that the call names. */
  readonly subskill: string | undefined;
  readonly refs: ReferenceLoader;
  readonly io: CommandIo;
}

/** An engine whose smaller problems are told on stderr. */
export function engineFor({ definition, refs, io }: CommandContext, store?: SessionStore): WorkflowEngine {
  return createWorkflowEngine(definition, {
    refs,
    ...(store && { store }),
    onProblem: ({ where, error }) => void io.stderr.write(`note: ${where}: ${messageOf(error)}\n`),
  });
}

/** Who calls, as the flags say. */
export function handshakeOf({ host, tools, subagent }: Flags): Handshake {
  const names = tools?.split(",").flatMap((name) => name.trim() || []);
  return { host: host ?? "generic", ...(names && { tools: names }), ...(subagent && { isSubagent: true }) };
}

/** The JSON of a flag; undefined if it was not given. */
export async function jsonOf(context: CommandContext, flag: "params" | "output" | "history"): Promise<unknown> {
  const text = context.flags[flag];
  return text === undefined ? undefined : readJsonFlag(flag, text, context.io);
}

/** The step that the call answers, with the name of its sub-skill. */
export function stepOf({ flags, subskill }: CommandContext): string | undefined {
  const { step } = flags;
  if (step === undefined || subskill === undefined || step.startsWith(`${subskill}/`)) return step;
  return `${subskill}/${step}`;
}

/** Refuses a call in which two flags read the one standard input. */
export function assertOneReader({ flags }: CommandContext): void {
  const readers = (["params", "output", "history", "decide"] as const).filter((name) => flags[name] === "-");
  if (readers.length > 1) throw usageFault(`Only one flag can read standard input, not --${readers.join(" and --")}.`);
}
