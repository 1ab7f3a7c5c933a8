import { createSkillset, defineSkill, type SkillsetMode, type StateSnapshot } from "@tradecraft/sdk";
import { generateText } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { aiSubagents, withSkills } from "../../../src/adapters/ai-sdk.ts";
import { mockModel, type Turn } from "./mock-model.ts";

/** Two skills: one counts in its state, one knows something from a file. */
const calculator = defineSkill({
  name: "calculator",
  description: "Use when something is to be calculated.",
  body: "Call add for each sum.",
  state: { namespace: "calculator", schema: z.object({ history: z.array(z.string()).default([]) }) },
  tools: {
    add: {
      description: "Adds two numbers.",
      input: z.object({ a: z.number(), b: z.number() }),
      execute: ({ a, b }, { state }) => {
        state.history.push(`${a} + ${b}`);
        return a + b;
      },
    },
  },
});
const notes = defineSkill({
  name: "notes",
  description: "Use when something is to be noted down.",
  body: "Read references/style.md, then call note.",
  resources: { "references/style.md": "Notes are in capitals." },
  state: { namespace: "notes", schema: z.object({ notes: z.array(z.string()).default([]) }) },
  tools: {
    note: {
      description: "Notes something down.",
      input: z.object({ text: z.string() }),
      execute: ({ text }, { state }) => `note ${state.notes.push(text)}`,
    },
  },
});

/** One use of a tool of a skill. */
interface Use {
  readonly skill: string;
  readonly tool: string;
  readonly input: object;
}

interface Task {
  readonly uses: readonly Use[];
  readonly files: Readonly<Record<string, string>>;
  readonly answer: string;
  readonly state: StateSnapshot;
}

const sum: Use = { skill: "calculator", tool: "add", input: { a: 1, b: 2 } };
const more: Use = { skill: "calculator", tool: "add", input: { a: 3, b: 4 } };
const wrong: Use = { skill: "calculator", tool: "add", input: { a: "one" } };
const note: Use = { skill: "notes", tool: "note", input: { text: "THREE" } };
const style = { notes: "references/style.md" };

const tasks: Readonly<Record<string, Task>> = {
  "one sum": {
    uses: [sum],
    files: {},
    answer: "It is 3.",
    state: { calculator: { history: ["1 + 2"] }, notes: { notes: [] } },
  },
  "two sums": {
    uses: [sum, more],
    files: {},
    answer: "3 and 7.",
    state: { calculator: { history: ["1 + 2", "3 + 4"] }, notes: { notes: [] } },
  },
  "a mistake first": {
    uses: [wrong, sum],
    files: {},
    answer: "It is 3.",
    state: { calculator: { history: ["1 + 2"] }, notes: { notes: [] } },
  },
  "both skills": {
    uses: [sum, note],
    files: style,
    answer: "Noted.",
    state: { calculator: { history: ["1 + 2"] }, notes: { notes: ["THREE"] } },
  },
};

type Script = (task: Task) => { readonly main: Turn[]; readonly sub: Turn[] };

const skillsOf = ({ uses }: Task): string[] => [...new Set(uses.map(({ skill }) => skill))];

/** What a model has to say in each mode to do the same. */
const scripts: Readonly<Record<SkillsetMode, Script>> = {
  direct: (task) => ({
    main: [
      ...skillsOf(task).flatMap((skill) => [{ tool: "query_skill", input: { skill } }, ...readFile(task, skill)]),
      ...task.uses.map(({ skill, tool, input }) => ({
        tool: "execute_skill_tool",
        input: { skill, tool, arguments: input },
      })),
      task.answer,
    ],
    sub: [],
  }),
  unlocked: (task) => ({
    main: [
      ...skillsOf(task).flatMap((name) => [{ tool: "load_skill", input: { name } }, ...readFile(task, name)]),
      ...task.uses.map(({ tool, input }) => ({ tool, input })),
      task.answer,
    ],
    sub: [],
  }),
  subagent: (task) => ({
    main: [
      ...skillsOf(task).map((skill) => ({ tool: "execute_skill", input: { skill, request: "Do it." } })),
      task.answer,
    ],
    sub: skillsOf(task).flatMap((skill) => [
      ...readFile(task, skill),
      ...task.uses.filter((use) => use.skill === skill).map(({ tool, input }) => ({ tool, input })),
      `done: ${skill}`,
    ]),
  }),
};

function readFile({ files }: Task, skill: string): Turn[] {
  const path = files[skill];
  return path === undefined ? [] : [{ tool: "read_skill_file", input: { skill, path } }];
}

const modes = Object.keys(scripts) as SkillsetMode[];

describe.each(Object.entries(tasks))("%s", (_, task) => {
  it.each(modes)("has the same answer and state in mode %s", async (mode) => {
    const script = scripts[mode](task);
    const [model, subModel] = [mockModel(script.main), mockModel(script.sub)];
    const subagents = aiSubagents({ model: subModel, env: {} });
    const skillset = await createSkillset([calculator, notes], { mode, subagents });
    const { text } = await generateText(withSkills({ model, prompt: "Do it." }, skillset));
    expect(text).toBe(task.answer);
    expect(skillset.state.snapshot()).toEqual(task.state);
    expect(model.doGenerateCalls).toHaveLength(script.main.length);
    expect(subModel.doGenerateCalls).toHaveLength(script.sub.length);
    const prompts = JSON.stringify(
      [model, subModel].flatMap(({ doGenerateCalls }) => doGenerateCalls.map(({ prompt }) => prompt)),
    );
    for (const _path of Object.keys(task.files)) expect(prompts).toContain("Notes are in capitals.");
  });
});

describe("mode unlocked", () => {
  it("shows the tools of a skill once it is loaded, and not before", async () => {
    const model = mockModel([
      { tool: "load_skill", input: { name: "calculator" } },
      { tool: "add", input: { a: 1, b: 2 } },
      "3",
    ]);
    const skillset = await createSkillset([calculator, notes], { mode: "unlocked" });
    await generateText(withSkills({ model, prompt: "x" }, skillset));
    const seen = model.doGenerateCalls.map(({ tools }) => tools?.map(({ name }) => name));
    expect(seen).toEqual([
      ["load_skill", "read_skill_file"],
      ["load_skill", "read_skill_file", "add"],
      ["load_skill", "read_skill_file", "add"],
    ]);
  });

  it("does not call a tool of a skill that is not loaded", async () => {
    const model = mockModel([{ tool: "add", input: { a: 1, b: 2 } }, "sorry"]);
    const skillset = await createSkillset([calculator, notes], { mode: "unlocked" });
    expect((await generateText(withSkills({ model, prompt: "x" }, skillset))).text).toBe("sorry");
    expect(skillset.state.namespace("calculator")).toEqual({ history: [] });
  });
});

describe("events", () => {
  it.each(modes)("carry the id of the model's call in mode %s", async (mode) => {
    const task = tasks["one sum"];
    if (task === undefined) throw new Error("no task");
    const script = scripts[mode](task);
    const skillset = await createSkillset([calculator, notes], {
      mode,
      subagents: aiSubagents({ model: mockModel(script.sub), env: {} }),
    });
    const ids: string[] = [];
    skillset.on("tool-start", ({ callId }) => void ids.push(callId));
    await generateText(withSkills({ model: mockModel(script.main), prompt: "x" }, skillset));
    expect(ids).toEqual([mode === "subagent" ? "call-1" : "call-2"]);
  });
});
