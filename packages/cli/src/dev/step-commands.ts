import type { ActionDecision, CliResult } from "@tradecraft/sdk/workflow";
import { visible } from "../text/visible.ts";
import { visibleLines } from "../text/visible-lines.ts";
import type { Stepper } from "./create-stepper.ts";
import { shortValue, valueLines } from "./render-result.ts";

/** A word that can be typed instead of an answer. */
export interface StepCommand {
  readonly usage: string;
  readonly summary: string;
  /** A skill with steps, or a run of one that has begun. */
  readonly needs?: "steps" | "run";
  /** Gives lines to show, or where the run stands now; without it the desk knows what to do. */
  readonly run?: (stepper: Stepper, rest: string) => Promise<CommandOutcome>;
}

/** What a command gives. */
export type CommandOutcome = { readonly lines: readonly string[] } | { readonly result: CliResult };

/** Every command, by the word for it. */
export const STEP_COMMANDS: Readonly<Record<string, StepCommand>> = {
  back: {
    usage: "back [STEP] [force]",
    summary: "goes back a step, or to this one; with force also over actions that ran",
    needs: "run",
    run: async (stepper, rest) => {
      const words = rest.split(/\s+/).filter(Boolean);
      const to = words.find((word) => word !== "force");
      return { result: await stepper.back(to, words.includes("force")) };
    },
  },
  show: {
    usage: "show",
    summary: "shows the step again; runs again what failed",
    needs: "run",
    run: async (stepper) => ({ result: await stepper.resume() }),
  },
  status: {
    usage: "status",
    summary: "says where the run stands",
    needs: "run",
    run: async (stepper) => ({ lines: valueLines(await stepper.status()) }),
  },
  history: {
    usage: "history",
    summary: "lists the answers so far",
    needs: "run",
    run: async (stepper) => {
      const steps = await stepper.history();
      const lines = steps.map(({ step, response }) => `${visible(step)} ${shortValue(response)}`);
      return { lines: lines.length === 0 ? ["Nothing was answered yet."] : lines };
    },
  },
  preamble: {
    usage: "preamble",
    summary: "shows what an agent is told before the first step",
    needs: "run",
    run: async ({ preamble }) => ({ lines: preamble === undefined ? ["There is none."] : visibleLines(preamble) }),
  },
  graph: {
    usage: "graph",
    summary: "draws the steps, as Mermaid",
    needs: "steps",
    run: async ({ entry: { definition, sdk } }) => {
      if (definition.kind !== "skill") return { lines: [] };
      const { toMermaid, workflowGraph } = sdk.workflow;
      return { lines: visibleLines(toMermaid(workflowGraph(definition)).trimEnd()) };
    },
  },
  topics: {
    usage: "topics",
    summary: "lists the topics",
    run: async ({ entry: { definition } }) => {
      const lines = Object.entries(definition.topics).map(([name, { label }]) => visible(`${name}: ${label}`));
      return { lines: lines.length === 0 ? ["There are no topics."] : lines };
    },
  },
  topic: { usage: "topic NAME", summary: "shows one", run: showTopic },
  migrate: {
    usage: "migrate",
    summary: "goes on with a workflow that was changed",
    needs: "run",
    run: async (stepper) => ({ result: await stepper.resume({ acceptDrift: true }) }),
  },
  decide: {
    usage: "decide run-again|failed|JSON",
    summary: "says what became of an action that was cut off; JSON is its result",
    needs: "run",
    run: async (stepper, rest) => ({ result: await stepper.resume({ decide: decisionOf(rest) }) }),
  },
  restart: { usage: "restart", summary: "begins a new run", needs: "steps" },
  help: { usage: "help", summary: "shows this" },
  quit: { usage: "quit", summary: "leaves, as Ctrl+D does" },
};

/** Every word that is a command. */
export const STEP_WORDS: readonly string[] = Object.keys(STEP_COMMANDS);

/** What can be typed. */
export function helpLines(isReference: boolean): readonly string[] {
  const commands = Object.values(STEP_COMMANDS).filter(({ needs }) => needs === undefined || !isReference);
  const answer = isReference
    ? { usage: "NAME", summary: "shows a topic" }
    : { usage: "JSON or @FILE", summary: "answers the step" };
  return [answer, ...commands].map(({ usage, summary }) => `  ${usage.padEnd(30)}${summary}`);
}

async function showTopic({ entry: { definition, refs } }: Stepper, name: string): Promise<CommandOutcome> {
  const topic = Object.hasOwn(definition.topics, name) ? definition.topics[name] : undefined;
  if (topic === undefined) return { lines: [`There is no topic "${visible(name)}"; \`topics\` lists them.`] };
  const { content } = topic;
  const text = typeof content === "string" ? content : await content({ refs });
  return { lines: visibleLines(text.trimEnd()) };
}

function decisionOf(text: string): ActionDecision {
  if (text === "run-again" || text === "failed") return text;
  return { result: JSON.parse(text) as unknown };
}
