import type { StandardSchemaV1 } from "@standard-schema/spec";
import { z } from "zod";
import {
  type SkillDefinition,
  type Skillset,
  type SkillsetEvents,
  type SkillTool,
  type SubagentRequest,
  type SubagentResult,
  type SubagentRunner,
  type ToolCallOptions,
  type ToolContext,
} from "@tradecraft/sdk";

/** A definition with the least that one needs. */
export function skillOf(name: string, more: Partial<SkillDefinition> = {}): SkillDefinition {
  return { name, description: `About ${name}.`, body: `Do ${name}.`, ...more };
}

type Execute = NonNullable<SkillDefinition["tools"]>[string]["execute"];

/** A tool that takes anything. */
export function toolWith(execute: Execute, more: object = {}): NonNullable<SkillDefinition["tools"]>[string] {
  return { description: "Does it.", input: z.looseObject({}), execute, ...more };
}

/** A Standard Schema by hand: no library, no JSON Schema. */
export function handMade<Value>(
  validate: (value: unknown) => StandardSchemaV1.Result<Value> | Promise<StandardSchemaV1.Result<Value>>,
): StandardSchemaV1<Value, Value> {
  return { "~standard": { version: 1, vendor: "hand", validate } };
}

/** A tool of the skillset, or one that was unlocked. */
export function toolNamed(skillset: Skillset, name: string): SkillTool {
  const tool = [...skillset.tools, ...skillset.unlockable].find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

/** Calls a skill's tool as a model does. */
export function callTool(
  skillset: Skillset,
  skill: string,
  tool: string,
  args: unknown = {},
  options: ToolCallOptions = {},
): Promise<string> {
  return toolNamed(skillset, "execute_skill_tool").execute({ skill, tool, arguments: args }, options);
}

/** Hands a task to a sub-agent as a model does. */
export function delegate(
  skillset: Skillset,
  skill: string,
  request = "Do it.",
  options: ToolCallOptions = {},
): Promise<string> {
  return toolNamed(skillset, "execute_skill").execute({ skill, request }, options);
}

const codeEvents = [
  "tool-start",
  "custom",
  "state-changed",
  "tool-end",
  "subagent-start",
  "subagent-end",
] as const satisfies (keyof SkillsetEvents)[];

type CodeEventName = (typeof codeEvents)[number];
/** An event with its name. */
export type Heard = { [Name in CodeEventName]: readonly [Name, SkillsetEvents[Name]] }[CodeEventName];

/** Every event about code, in order. */
export function listen(skillset: Skillset): Heard[] {
  const heard: Heard[] = [];
  for (const name of codeEvents) skillset.on(name, (event) => void heard.push([name, event] as unknown as Heard));
  return heard;
}

/** Names of events, in order. */
export function namesOf(heard: readonly Heard[]): string[] {
  return heard.map(([name]) => name);
}

/** A runner that does what it is told, and remembers what it was asked. */
export function runnerOf(
  work: (request: SubagentRequest) => Promise<string | SubagentResult> | string,
): SubagentRunner & { readonly requests: SubagentRequest[] } {
  const requests: SubagentRequest[] = [];
  return {
    requests,
    run: async (request) => {
      requests.push(request);
      const answer = await work(request);
      return typeof answer === "string" ? { text: answer, requests: 1, forced: false } : answer;
    },
  };
}

/** A tool of a sub-agent. */
export function toolOfRun({ tools }: SubagentRequest, name: string): SkillTool {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`the sub-agent has no tool ${name}`);
  return tool;
}

/** A promise that somebody else settles. */
export function gate<Value = void>(): {
  readonly promise: Promise<Value>;
  open(value: Value): void;
  fail(error: unknown): void;
} {
  let open!: (value: Value) => void;
  let fail!: (error: unknown) => void;
  const promise = new Promise<Value>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  promise.catch(() => undefined);
  return { promise, open, fail };
}

/** Long enough for everything that waits for nothing but promises. */
export function settle(milliseconds = 5): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** What became of a promise within a while: a fault that hangs must not hang the tests. */
export async function outcome(
  promise: Promise<unknown>,
  milliseconds = 200,
): Promise<{ readonly value?: unknown; readonly error?: unknown } | "pending"> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"pending">((resolve) => {
    timer = setTimeout(() => resolve("pending"), milliseconds);
  });
  const done = promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/** What the skill below keeps. */
export interface Notes {
  owner: string;
  notes: string[];
}
/** What its tools get. */
export type NotesContext = ToolContext<Notes, { session: number }>;
const notesSchema = z.object({ owner: z.string().default(""), notes: z.array(z.string()).default([]) });

/** A skill that keeps notes, and looks whether anybody else writes into them meanwhile. */
export const noteSkill = (name: string, namespace = "notes", more: Partial<SkillDefinition> = {}): SkillDefinition =>
  skillOf(name, {
    state: { namespace, schema: notesSchema },
    tools: {
      add: toolWith(async (input: unknown, { state, emit, deps }: NotesContext) => {
        const { owner } = input as { owner: string };
        state.owner = owner;
        await settle(Math.random() * 4);
        if (state.owner !== owner) throw new Error(`${state.owner} is here, not ${owner}`);
        emit({ name: "added", value: owner });
        state.notes.push(owner);
        await Promise.resolve();
        return { owner: state.owner, notes: state.notes.length, deps };
      }),
      fail: toolWith((input: unknown, { state }: NotesContext) => {
        state.notes.push((input as { owner: string }).owner);
        throw new Error("some fail");
      }),
    },
    ...more,
  });
