import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type } from "arktype";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { action } from "../../../../src/workflow/define/action.ts";
import { module } from "../../../../src/workflow/define/module.ts";
import { reference } from "../../../../src/workflow/define/reference.ts";
import { skill } from "../../../../src/workflow/define/skill.ts";
import { terminal } from "../../../../src/workflow/define/terminal.ts";
import { checkSkill, checkSkillAsync } from "../../../../src/workflow/lint/check-skill.ts";
import { act } from "../../../../src/workflow/primitives/act.ts";
import { type Context, plain } from "./define-plain.ts";

const rulesOf = (found: readonly { readonly rule: string }[]): string[] => found.map(({ rule }) => rule);

function folder(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), "tradecraft-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, ".."), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

afterEach(() => vi.unstubAllGlobals());

describe("files", () => {
  const definition = plain({ ask: { prompt: ({ refs }: Context) => refs.load("api/guide.md"), next: terminal } });

  it("come from the folder of the skill", () => {
    expect(checkSkill(definition, folder({ "references/api/guide.md": "Guide." }))).toEqual([]);
    const found = checkSkill(definition, `${folder({ "references/old.md": "Old.", "references/.keep": "" })}/`);
    expect(found).toEqual([
      expect.objectContaining({ rule: "missing-reference", step: "ask", file: "api/guide.md" }),
      expect.objectContaining({ rule: "orphan-references", file: "old.md" }),
    ]);
  });

  it("count for the budget", () => {
    const root = folder({ "references/api/guide.md": "Read all of it with care. ".repeat(1000) });
    expect(rulesOf(checkSkill(definition, root))).toEqual(["prompt-budget"]);
  });

  it("are not looked for unless a folder was given", () => {
    expect(checkSkill(definition)).toEqual([]);
    expect(rulesOf(checkSkill(definition, { rootDir: folder({}) }))).toEqual(["missing-reference"]);
  });

  it("are said not to be checked where there is no file system", () => {
    vi.stubGlobal("process", undefined);
    expect(checkSkill(definition, "/skill")).toEqual([
      expect.objectContaining({ rule: "references-not-checked", code: "references-not-checked", severity: "info" }),
    ]);
  });

  it("are checked for skills of topics too", () => {
    const topics = reference({ name: "facts", description: "Facts." })
      .topic("one", { label: "One", content: ({ refs }) => refs.load("one.md") })
      .build();
    expect(rulesOf(checkSkill(topics, { references: ["two.md"] }))).toEqual(["missing-reference", "orphan-references"]);
  });

  it("are looked at once for all sub-skills", () => {
    const inner = plain({ look: { prompt: ({ refs }: Context) => refs.load("inner.md"), next: terminal } });
    const outer = plain(
      { ask: { prompt: ({ refs }: Context) => refs.load("outer.md"), next: "subskill:a" } },
      {
        subskills: {
          a: { definition: inner, next: "subskill:b" },
          b: { definition: plain({ x: { prompt: "X.", next: terminal } }) },
        },
      },
    );
    const found = checkSkill(outer, { references: ["inner.md", "outer.md", "orphan.md"] });
    expect(found.map(({ rule, file }) => [rule, file])).toEqual([["orphan-references", "orphan.md"]]);
  });
});

describe("options", () => {
  const definition = plain({
    ask: { prompt: "Use AskUserQuestion.", next: "reprot" },
    report: { prompt: "R.", next: terminal },
  });

  it("change severities and switch rules off", () => {
    const found = checkSkill(definition, { rules: { "no-host-tool-names": "info", "unknown-step": "off" } });
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([["no-host-tool-names", "info"]]);
  });

  it("leave hints in place", () => {
    expect(checkSkill(definition)[0]).toMatchObject({ step: "ask", hint: 'Did you mean "report"?' });
  });
});

describe("what is asynchronous", () => {
  const definition = plain({
    ask: {
      prompt: async ({ host }: Context) => `Use ${host.toolsAvailable.includes("Agent") ? "TodoWrite" : "care"}.`,
      next: terminal,
    },
  });

  it("is waited for by checkSkillAsync", async () => {
    expect(rulesOf(checkSkill(definition))).toEqual(["prompt-not-assembled"]);
    expect(rulesOf(await checkSkillAsync(definition))).toEqual(["no-host-tool-names"]);
    const failing = plain({ ask: { prompt: () => Promise.reject(new Error("offline")), next: terminal } });
    expect((await checkSkillAsync(failing))[0]?.message).toContain("offline");
  });
});

describe("a skill that was built", () => {
  const ran: string[] = [];
  const publish = action({
    name: "publish",
    input: type({ level: "'minor'|'major'" }),
    output: type({ url: "string" }),
    destructive: true,
    run: async () => {
      ran.push("publish");
      return { url: "https://example.com" };
    },
  });
  const review = module({ name: "review", entry: "check", params: type({ strict: "boolean" }) })
    .step("check", {
      prompt: ({ params }) => (params.strict ? "Look at every line." : "Have a look."),
      response: type({ fine: "boolean" }),
      next: "__parent__",
    })
    .build();
  const definition = skill({
    name: "release",
    entry: "level",
    description: "Releases a package.",
    params: type({ package: "string", "tag?": "'next'|'latest'" }),
    stores: { notes: type({ lines: "string[]" }) },
  })
    .step("level", {
      prompt: ({ params, act: own }) => [
        `Release ${params.package}${params.tag === undefined ? "" : ` as ${params.tag}`}.`,
        own.askUser({
          question: "Which level?",
          options: [
            { value: "minor", label: "Minor" },
            { value: "major", label: "Major" },
          ],
        }),
      ],
      response: type({ level: "'minor'|'major'" }),
      save: ({ response }) => ({ step: response.level, notes: { lines: [response.level] } }),
      next: "read",
    })
    .parallel("read", {
      over: ({ store }) => store.notes.lines ?? [],
      each: { prompt: ({ item }) => `Read about ${item.toUpperCase()}.`, response: type({ summary: "string" }) },
      next: "check",
    })
    .register(review, { next: "confirm", params: ({ params }) => ({ strict: params.tag === "latest" }) })
    .step("confirm", {
      prompt: ({ store }) => [
        `Level ${store.steps.level.toUpperCase()}: ${store.steps.read.map(({ summary }) => summary).join(", ")}`,
        act.confirm({ message: "Publish it?", destructive: true }),
      ],
      response: type({ sure: "boolean" }),
      next: [{ to: "publish", when: ({ response }) => response.sure }, { to: terminal }],
    })
    .step("publish", {
      prompt: "Say what you are about to do.",
      response: type({ level: "'minor'|'major'" }),
      action: { run: publish },
      onError: "failed",
      next: terminal,
    })
    .step("failed", { prompt: "Say what went wrong, and what was published.", next: terminal })
    .build();

  it("has nothing to complain about, and none of its actions is run", () => {
    expect(checkSkill(definition, { references: [] })).toEqual([]);
    expect(ran).toEqual([]);
  });
});

describe("size", () => {
  it("checks 300 steps in a few seconds", () => {
    const steps = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        `step${index}`,
        {
          prompt: ({ store }: Context) => `Look at ${JSON.stringify(store.steps[`step${index - 1}`] ?? null)}.`,
          response: type({ kind: "'a'|'b'|'c'", ok: "boolean" }),
          next: index === 299 ? terminal : `step${index + 1}`,
        },
      ]),
    );
    const started = performance.now();
    expect(checkSkill(plain(steps))).toEqual([]);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
