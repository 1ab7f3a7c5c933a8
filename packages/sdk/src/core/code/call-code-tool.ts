import { SkillError } from "../errors.ts";
import { messageOf } from "../message-of.ts";
import { mention } from "../skillset/escape.ts";
import { isToolCallAllowed } from "../skillset/is-tool-call-allowed.ts";
import { nearestNames } from "../skillset/nearest-names.ts";
import type { CodeToolCall } from "../skillset/skillset-events.ts";
import { waitFor } from "../source/wait-for.ts";
import type { CodeSession } from "./code-session.ts";
import type { CodeTool, CustomEvent } from "./code-tool.ts";
import { definitionNow } from "./definition-now.ts";
import { depsOf } from "./deps-of.ts";
import { allowedNames, findToolset, knownNames, type ListedTool } from "./list-code-tools.ts";
import { redefineState } from "./redefine-state.ts";
import { renderToolOutput } from "./render-tool-output.ts";
import type { SkillDefinition } from "./skill-definition.ts";
import { schemaFromJson } from "./schema-from-json.ts";
import { validateStandard } from "./standard-schema.ts";
import type { StateEdit } from "./state/session-state.ts";
import type { StatePatch } from "./state/skill-state.ts";

/** A model's call of a tool that a skill brings along. */
export interface CodeCall {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly callId: string;
  readonly runId?: string;
  /** The skill as a run began with it; default as it is now. */
  readonly definition?: SkillDefinition | undefined;
  /** What a lifespan set up; without one, what the definition says. */
  readonly live?: { readonly deps: unknown };
  readonly signal?: AbortSignal | undefined;
}

/** What the model is answered. */
export interface CodeCallResult {
  readonly text: string;
  readonly failed: boolean;
  /** What was thrown, if it failed; the text says so too. */
  readonly failure?: unknown;
}

/** How to run it, once it is known what it is. */
interface Prepared {
  readonly input: unknown;
  execute(edit: StateEdit | undefined, surroundings: Surroundings): unknown;
  readonly output: CodeTool["output"];
  readonly concurrent: boolean;
}

interface Surroundings {
  readonly signal: AbortSignal;
  /** Whether the call has ended; what is left running of it may go on, but tells nobody. */
  readonly isOver: () => boolean;
}

/** Calls a tool: checks what the model sent, lets it change the state, and words what became of it. Throws if called off. */
export async function callCodeTool(session: CodeSession, call: CodeCall): Promise<CodeCallResult> {
  const { id, tool, callId, runId } = call;
  const who: CodeToolCall = { id, tool, callId, ...(runId !== undefined && { runId }) };
  let input = call.input;
  let started = false;
  const start = (): void => {
    if (!started) session.events.emit("tool-start", { ...who, input });
    started = true;
  };
  call.signal?.throwIfAborted();
  try {
    const current = call.definition ?? session.definitions.get(id);
    if (current === undefined) throw new Refusal(`The skill "${mention(id)}" has no tools.`);
    // As it is now: it may be reconfigured while the call goes on.
    const definition = definitionNow(current);
    const prepared = await waitFor(prepare(session, definition, call, who), call.signal);
    input = prepared.input;
    start();
    // Whoever heard of it may have called it off.
    call.signal?.throwIfAborted();
    const output = await run(session, definition, call, who, prepared);
    const text = renderToolOutput(output);
    session.events.emit("tool-end", { ...who, output });
    return { text, failed: false };
  } catch (failure) {
    start();
    const text = wordFailure(call, failure);
    session.events.emit("tool-end", { ...who, error: text });
    call.signal?.throwIfAborted();
    return { text, failed: true, failure };
  }
}

/** Mistakes of the model's: they cost a call, not the conversation. */
class Refusal extends Error {}

async function prepare(
  session: CodeSession,
  definition: SkillDefinition,
  call: CodeCall,
  who: CodeToolCall,
): Promise<Prepared> {
  const { id, tool: name } = call;
  const own =
    definition.tools !== undefined && Object.hasOwn(definition.tools, name) ? definition.tools[name] : undefined;
  const options = call.signal === undefined ? {} : { signal: call.signal };
  const foreign = own === undefined ? await findToolset(session, id, definition, name, options) : undefined;
  if ((own === undefined && foreign === undefined) || !allowedNames(definition)(name)) {
    const names = knownNames(session, definition).filter(allowedNames(definition));
    throw new Refusal(`The skill "${mention(id)}" has no tool "${mention(name)}".${nearestNames(name, names)}`);
  }
  const sent = typeof call.input === "string" ? parse(call, call.input) : (call.input ?? {});
  const schema = own === undefined ? toolsetSchema(foreign?.tool) : own.input;
  const checked = await validateStandard(schema, sent);
  if (checked.issues !== undefined) {
    const issues = checked.issues
      .slice(0, 10)
      .map(({ path, message }) => `${path === "" ? "" : `${path}: `}${message}`);
    const more = checked.issues.length > 10 ? ` and ${checked.issues.length - 10} more` : "";
    throw new Refusal(
      `${notCalled(call)}: its input does not fit. ${mention(issues.join("; "), 1000)}${more}. Send it again.`,
    );
  }
  if (!isToolCallAllowed(definition.allowedTools, { tool: name, input: checked.value })) {
    throw new Refusal(`${notCalled(call)}: the skill's allowed-tools do not cover this input.`);
  }
  const input = checked.value;
  if (own === undefined) {
    const execute: Prepared["execute"] = (_edit, { signal }) =>
      foreign?.toolset.call(name, input, { signal, callId: call.callId });
    return { input, execute, output: undefined, concurrent: true };
  }
  const deps = call.live === undefined ? await depsOf(session, definition) : call.live.deps;
  const execute: Prepared["execute"] = (edit, { signal, isOver }) =>
    own.execute(input, {
      skill: id,
      tool: name,
      callId: call.callId,
      state: edit?.state,
      update: (recipe: (state: unknown) => void) => {
        if (edit === undefined)
          throw new TypeError(`The skill "${id}" keeps no state; give its definition a \`state\`.`);
        edit.update(recipe);
      },
      emit: (event: CustomEvent) => {
        if (!isOver()) session.events.emit("custom", { ...who, name: event.name, value: event.value });
      },
      deps,
      signal,
    });
  return { input, execute, output: own.output, concurrent: own.concurrent ?? false };
}

async function run(
  session: CodeSession,
  definition: SkillDefinition,
  call: CodeCall,
  who: CodeToolCall,
  prepared: Prepared,
): Promise<unknown> {
  const controller = new AbortController();
  const callOff = (): void => controller.abort(call.signal?.reason);
  call.signal?.addEventListener("abort", callOff, { once: true });
  const { signal } = controller;
  let isOver = false;
  const surroundings: Surroundings = { signal, isOver: () => isOver || signal.aborted };
  const execute = async (edit: StateEdit | undefined): Promise<unknown> =>
    waitFor((async () => prepared.execute(edit, surroundings))(), signal);
  try {
    const output = await (definition.state === undefined
      ? execute(undefined)
      : inState(session, call, definition, prepared, who, execute));
    return await waitFor(checkOutput(call, prepared, output), call.signal);
  } catch (error) {
    controller.abort(error);
    throw error;
  } finally {
    isOver = true;
    call.signal?.removeEventListener("abort", callOff);
  }
}

async function inState(
  session: CodeSession,
  { id, signal }: CodeCall,
  { state: kept }: SkillDefinition,
  { concurrent }: Prepared,
  who: CodeToolCall,
  work: (edit: StateEdit) => Promise<unknown>,
): Promise<unknown> {
  if (kept === undefined) return undefined;
  const { state, events } = session;
  await redefineState(session, id, kept);
  const { namespace } = kept;
  const options = {
    skill: id,
    concurrent,
    onPatch: (patch: StatePatch) => events.emit("state-changed", { ...who, namespace, patch }),
    ...(signal !== undefined && { signal }),
  };
  return state.edit(namespace, options, work);
}

async function checkOutput(call: CodeCall, { output: schema }: Prepared, output: unknown): Promise<unknown> {
  if (schema === undefined) return output;
  const checked = await validateStandard(schema, output);
  if (checked.issues === undefined) return checked.value;
  const [first] = checked.issues;
  const message = `the tool returned something else than it promised${first?.path ? ` (${first.path})` : ""}: ${first?.message ?? ""}`;
  throw new SkillError("tool-failed", message, { facts: { skill: call.id, tool: call.tool } });
}

const toolsetSchemas = new WeakMap<object, ReturnType<typeof schemaFromJson>>();

function toolsetSchema(tool: ListedTool | undefined): ReturnType<typeof schemaFromJson> {
  const schema = tool?.inputSchema ?? {};
  const known = toolsetSchemas.get(schema) ?? schemaFromJson(schema);
  toolsetSchemas.set(schema, known);
  return known;
}

function parse(call: CodeCall, text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(`${notCalled(call)}: its arguments are not valid JSON. Send them again.`);
  }
}

function notCalled({ id, tool }: CodeCall): string {
  return `The tool "${mention(tool)}" of the skill "${mention(id)}" was not called`;
}

function wordFailure({ id, tool }: CodeCall, failure: unknown): string {
  if (failure instanceof Refusal) return failure.message;
  return `The tool "${mention(tool)}" of the skill "${mention(id)}" failed: ${mention(messageOf(failure), 1000)}`;
}
