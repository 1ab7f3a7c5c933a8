import { describe, expect, it } from "vitest";
import { defineHost } from "../../../../src/workflow/hosts/define-host.ts";
import { HOST_REGISTRY } from "../../../../src/workflow/hosts/host-registry.ts";
import { resolveTools } from "../../../../src/workflow/hosts/resolve-tools.ts";
import { builtinPrimitives } from "../../../../src/workflow/primitives/builtin-primitives.ts";

const tags = ["ask-user", "confirm", "plan", "checklist", "subagent", "survey"] as const;

/** The mapping of other systems, `undefined` for none. */
const others: Record<string, readonly (string | undefined)[]> = {
  "claude-code": ["AskUserQuestion", "AskUserQuestion", "EnterPlanMode", "TaskCreate", "Agent", "AskUserQuestion"],
  codex: ["request_user_input", "request_user_input", "update_plan", undefined, "spawn_agent", "request_user_input"],
  opencode: ["question", undefined, "plan", "todo", "task", "question"],
  "gemini-cli": ["ask-user", undefined, "enter-plan-mode", "tracker-create-task", "agent", "ask-user"],
  cline: [
    "ask_followup_question",
    "ask_followup_question",
    "PLAN_MODE",
    "update_todo_list",
    "USE_SUBAGENTS",
    "ask_followup_question",
  ],
  "roo-code": [
    "ask_followup_question",
    "ask_followup_question",
    undefined,
    "update_todo_list",
    "new_task",
    "ask_followup_question",
  ],
  "kilo-code": [
    "ask_followup_question",
    "ask_followup_question",
    undefined,
    "update_todo_list",
    "new_task",
    "ask_followup_question",
  ],
  cursor: [undefined, undefined, undefined, undefined, undefined, undefined],
  amp: [undefined, undefined, undefined, undefined, undefined, undefined],
  generic: [undefined, undefined, undefined, undefined, undefined, undefined],
};

/** Where ours differs, and why. */
const differences: Record<string, Partial<Record<(typeof tags)[number], string>>> = {
  // A progress list is what `update_plan` is.
  codex: { checklist: "update_plan" },
  // What asks can ask for a yes; and what the tool for lists is called.
  opencode: { confirm: "question", checklist: "todowrite" },
  // The names that the host's documentation gives; its task tracker is off by default.
  "gemini-cli": {
    "ask-user": "ask_user",
    confirm: "ask_user",
    plan: "enter_plan_mode",
    checklist: "write_todos",
    survey: "ask_user",
  },
  // Tools that the inventories of others do not have.
  cursor: { "ask-user": "AskQuestion", confirm: "AskQuestion", checklist: "todo_write", survey: "AskQuestion" },
  amp: { checklist: "todo_write", subagent: "Task" },
};

describe("the tool for each tag", () => {
  it.each(Object.entries(others))("on %s", (host, theirs) => {
    const { toolFor } = resolveTools({ host });
    const expected = tags.map((tag, index) => differences[host]?.[tag] ?? theirs[index]);
    expect(tags.map((tag) => toolFor(tag))).toEqual(expected);
  });

  it("is none on a host that nobody knows, and for a tag that nobody knows", () => {
    expect(resolveTools({ host: "constructor" }).toolsAvailable).toEqual([]);
    expect(resolveTools({ host: "claude-code" }).toolFor("vote")).toBeUndefined();
    expect(resolveTools({ host: "claude-code" }).toolFor("__proto__")).toBeUndefined();
  });

  it("is what others call it when only that was reported", () => {
    const { toolFor } = resolveTools({ host: "gemini-cli", tools: ["ask-user", "write-todos"], isSubagent: true });
    expect(tags.map((tag) => toolFor(tag))).toEqual([
      "ask-user",
      "ask-user",
      undefined,
      "write-todos",
      undefined,
      "ask-user",
    ]);
    expect(
      resolveTools({ host: "codex", tools: ["ToolRequestUserInput", "CollabAgent"], isSubagent: true }).toolFor(
        "subagent",
      ),
    ).toBe("CollabAgent");
  });
});

describe("the three ways to resolve", () => {
  const host = "amp";
  const known = HOST_REGISTRY.find(({ name }) => name === host)!.tools;

  it("takes the registry's list without a report", () => {
    expect(resolveTools({ host }).toolsAvailable).toEqual(known);
    expect(resolveTools({ host, tools: [], isSubagent: true }).toolsAvailable).toEqual(known);
    expect(resolveTools({ host, tools: [" "] }).toolsAvailable).toEqual(known);
  });

  it("adds the registry's list to a report", () => {
    const { toolsAvailable, toolFor } = resolveTools({ host, tools: ["question", "Bash", "question"] });
    expect(toolsAvailable).toEqual(["question", ...new Set(["Bash", ...known])]);
    expect(toolFor("ask-user")).toBe("question");
  });

  it("takes a sub-agent's report as complete (B5)", () => {
    const { toolsAvailable, toolFor } = resolveTools({ host: "claude-code", tools: ["Read"], isSubagent: true });
    expect(toolsAvailable).toEqual(["Read"]);
    expect(toolFor("ask-user")).toBeUndefined();
  });

  it("gives out nothing that can be changed", () => {
    expect(Object.isFrozen(resolveTools({ host }).toolsAvailable)).toBe(true);
  });
});

describe("hosts and primitives of an author's own", () => {
  it("are known, and come first", () => {
    const mine = defineHost({
      name: "mine",
      tools: ["question", "AskUserQuestion"],
      prefer: { "ask-user": "question" },
    });
    const { toolFor } = resolveTools({ host: "mine" }, { hosts: [mine] });
    expect([toolFor("ask-user"), toolFor("confirm")]).toEqual(["question", "AskUserQuestion"]);
    const amp = defineHost({ name: "amp", tools: ["x"] });
    expect(resolveTools({ host: "amp" }, { hosts: [amp] }).toolsAvailable).toEqual(["x"]);
  });

  it("may be given together with ours", () => {
    const all = resolveTools({ host: "codex" }, { hosts: HOST_REGISTRY, primitives: builtinPrimitives });
    expect(all.toolFor("plan")).toBe("update_plan");
  });
});

describe("defineHost", () => {
  it("refuses a host without a name, without tools, or with a preference that it cannot meet", () => {
    expect(() => defineHost({ name: "", tools: [] })).toThrow("A host needs a name.");
    expect(() => defineHost({ name: "x", tools: [1 as unknown as string] })).toThrow('The tools of the host "x"');
    expect(() => defineHost({ name: "x", tools: ["a"], prefer: { plan: "b" } })).toThrow(
      'has no tool "b" to prefer for "plan"',
    );
  });

  it("keeps a copy, without what is there twice", () => {
    const tools = ["a", "a"];
    const host = defineHost({ name: "x", tools });
    tools.push("b");
    expect(host).toEqual({ name: "x", tools: ["a"] });
    expect(Object.isFrozen(host.tools)).toBe(true);
  });
});

describe("the registry", () => {
  it("has the nine hosts", () => {
    expect(HOST_REGISTRY.map(({ name }) => name)).toEqual(Object.keys(others).slice(0, -1));
    expect(Object.isFrozen(HOST_REGISTRY)).toBe(true);
  });

  it("has hosts that `defineHost` takes as they are", () => {
    for (const host of HOST_REGISTRY) expect(defineHost(host)).toEqual(host);
  });

  it("has every tool that other systems list", () => {
    const counts = {
      "claude-code": 24,
      codex: 12,
      opencode: 16,
      "gemini-cli": 22,
      cline: 20,
      "roo-code": 17,
      "kilo-code": 19,
      cursor: 7,
      amp: 4,
    };
    for (const { name, tools } of HOST_REGISTRY)
      expect(tools.length).toBeGreaterThanOrEqual(counts[name as keyof typeof counts]);
    const all = new Set(HOST_REGISTRY.flatMap(({ tools }) => tools));
    for (const tool of Object.values(others).flat()) if (tool !== undefined) expect(all).toContain(tool);
  });
});
