import { messageOf } from "../../core/message-of.ts";
import type { AnyPromptContext, WorkflowDefinition } from "../define/workflow-definition.ts";
import { act } from "../primitives/act.ts";
import { assemblePrompt } from "../prompt/assemble-prompt.ts";
import { isFragment } from "../prompt/fragment.ts";
import type { PrimitiveConfig, PromptPiece, PromptReturn } from "../prompt/prompt-piece.ts";
import { system } from "../prompt/system.ts";
import type { PromptUnit } from "./prompt-unit.ts";
import type { RecordingRefs } from "./recording-refs.ts";
import { recordingTools } from "./recording-tools.ts";
import { anything, type SampleChoice } from "./sample-value.ts";
import { type SampleWorld, sampleChoices } from "./sample-world.ts";
import { sourceOf } from "./source-of.ts";

/** A prompt as it came out with some sample values. */
export interface AssembledPrompt {
  readonly text: string;
  /** What the author wrote in it, without the tags. */
  readonly prose: readonly string[];
  readonly acts: readonly PrimitiveConfig[];
}

/** A prompt as it came out with all samples. */
export interface AssembledUnit {
  readonly unit: PromptUnit;
  /** Each text once. */
  readonly prompts: readonly AssembledPrompt[];
  /** Names of tools that the prompt asked its host for. */
  readonly asked: ReadonlySet<string>;
  /** Why there is no prompt at all. */
  readonly problem?: string;
}

/** Yields what has to be waited for. */
export type Waiting<Result> = Generator<Promise<unknown>, Result, unknown>;

/** What samples are made with. */
export interface AssembleOptions {
  readonly definition: WorkflowDefinition;
  readonly world: SampleWorld;
  readonly refs: RecordingRefs;
  readonly knownTools: readonly string[];
  /** Steps that have surely run before a step. */
  readonly sure: ReadonlyMap<string, ReadonlySet<string>>;
}

interface SampleRun {
  readonly choice: SampleChoice;
  readonly attempts: number;
  readonly hasTools: boolean;
}

/** Makes a prompt with all kinds of sample values; with every tool, and with none. */
export function* assembleSamples(unit: PromptUnit, options: AssembleOptions): Waiting<AssembledUnit> {
  const { definition, world, knownTools } = options;
  const asked = new Set<string>();
  const prompts = new Map<string, AssembledPrompt>();
  let problem: string | undefined;
  for (const run of runsOf(unit, world)) {
    const tools = recordingTools(run.hasTools, knownTools);
    try {
      const pieces = yield* piecesOf(unit, run, tools.toolsAvailable, options);
      const text = assemblePrompt(pieces, { skillName: definition.name, primitives: definition.primitives });
      if (!prompts.has(text)) prompts.set(text, { text, ...contentOf(pieces) });
    } catch (error) {
      problem ??= messageOf(error);
      if (error instanceof AsynchronousError) break;
    }
    for (const name of tools.asked) asked.add(name);
  }
  const assembled = { unit, prompts: [...prompts.values()], asked };
  return prompts.size > 0 || problem === undefined ? assembled : { ...assembled, problem };
}

/** Something would have to be waited for, and nobody does. */
export class AsynchronousError extends Error {
  override readonly name: string = "AsynchronousError";
}

function runsOf(unit: PromptUnit, world: SampleWorld): readonly SampleRun[] {
  const [full = { full: true }, bare = { full: false }, ...picked] =
    typeof unit.prompt === "function" ? sampleChoices(world.points(sourceOf(unit.prompt))) : [];
  if (typeof unit.prompt !== "function") return [{ choice: full, attempts: 0, hasTools: true }];
  return [
    { choice: full, attempts: 0, hasTools: true },
    { choice: full, attempts: 1, hasTools: false },
    { choice: bare, attempts: 0, hasTools: true },
    { choice: bare, attempts: 0, hasTools: false },
    ...picked.map((choice) => ({ choice, attempts: 0, hasTools: true })),
  ];
}

function* piecesOf(
  { step, part, prompt, config }: PromptUnit,
  { choice, attempts, hasTools }: SampleRun,
  toolsAvailable: readonly string[],
  { world, refs, sure }: AssembleOptions,
): Waiting<PromptReturn> {
  if (typeof prompt !== "function") return prompt;
  const ran = new Set([...(sure.get(step) ?? []), ...(attempts > 0 ? [step] : [])]);
  const store = world.store(choice.full ? choice : { ...choice, ran });
  const outer = world.params(choice);
  const params = config.scope === undefined ? outer : (config.scope.params?.({ store, params: outer }) ?? anything());
  const context: AnyPromptContext = {
    store,
    params,
    refs: refs.refs,
    attempts,
    host: { name: hasTools ? "claude-code" : "generic", isSubagent: false, toolsAvailable },
    act,
    system,
  };
  if (part === undefined) return yield* settled(prompt(context));
  const { parallel } = config;
  if (parallel === undefined || !("each" in parallel)) return yield* settled(prompt({ ...context, part }));
  const items = yield* settled(parallel.over({ store, params }));
  const [item = anything()] = items;
  return yield* settled(prompt({ ...context, item, index: 0 }));
}

function* settled<Value>(value: Value | Promise<Value>): Waiting<Value> {
  return value instanceof Promise ? ((yield value) as Value) : value;
}

function contentOf(pieces: PromptReturn): Pick<AssembledPrompt, "prose" | "acts"> {
  const list = (Array.isArray(pieces) ? pieces : [pieces]) as readonly PromptPiece[];
  const acts = list.flatMap((piece) =>
    typeof piece === "object" && "kind" in piece && piece.kind === "act" ? [piece.primitive] : [],
  );
  const prose = list.flatMap((piece) => {
    if (typeof piece === "string") return [piece];
    if (isFragment(piece)) return [piece.content];
    // A view is shown to people as it is, and tells the agent nothing.
    return piece.kind === "system" ? [piece.text] : piece.kind === "act" ? textsOf(piece.primitive) : [];
  });
  return { prose, acts };
}

/** Fields of primitives that are data, and no prose. */
const dataFields = new Set(["kind", "type", "value", "status", "defaultAnswer", "preview"]);

function textsOf(value: unknown, depth = 4): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth === 0 || "~standard" in value) return [];
  return Object.entries(value).flatMap(([key, inner]) => (dataFields.has(key) ? [] : textsOf(inner, depth - 1)));
}
