import * as workflow from "@tradecraft/sdk/workflow";
import * as cli from "@tradecraft/sdk/workflow/cli";
import { describe, expect, it } from "vitest";
import type { DevEvent } from "../../../src/dev/dev-terminal.ts";
import type { DevEntry } from "../../../src/dev/load-dev-entry.ts";
import { stepThrough } from "../../../src/dev/step-through.ts";
import { createColors } from "../../../src/text/colors.ts";
import { EntryError } from "../../../src/workflow/entry-error.ts";

const { reference, skill, terminal, type } = workflow;

interface Changes {
  readonly greeting?: string;
  readonly last?: string;
}

function trip({ greeting = "Where to?", last = "string" }: Changes = {}): workflow.WorkflowDefinition {
  return skill({ name: "trip", entry: "where", params: type({ who: "string" }) })
    .step("where", { prompt: greeting, response: type({ city: "string" }), next: "book" })
    .step("book", { action: async () => ({ ticket: 7 }), next: "look" })
    .step("look", { prompt: "Look around.", next: "pack" })
    .step("pack", {
      prompt: ({ store }) => `Pack for ${store.steps.where.city}.`,
      response: type({ items: last as "string" }),
      next: terminal,
    })
    .build();
}

function entryOf(definition: workflow.Buildable): DevEntry {
  const refs = cli.fileReferences("/nowhere");
  const mcp = () => Promise.reject(new Error("Not here."));
  return { definition, skillDir: "/nowhere", refs, inputs: [], sdk: { workflow, cli, mcp } };
}

/** Plays lines and changes to a step-through, and gives what was shown: questions, what was typed, answers. */
async function play(
  first: workflow.Buildable,
  events: readonly (string | { readonly load: () => workflow.Buildable })[],
  start: object = {},
): Promise<{ readonly code: number; readonly shown: string }> {
  let shown = "";
  let load: () => workflow.Buildable = () => first;
  const left = [...events];
  const next = async (prompt: string): Promise<DevEvent> => {
    const event = left.shift();
    shown += `${prompt}${typeof event === "string" ? event : ""}\n`;
    if (event === undefined) return { kind: "left" };
    if (typeof event === "string") return { kind: "line", text: event };
    ({ load } = event);
    return { kind: "changed" };
  };
  const code = await stepThrough({
    first: entryOf(first),
    start,
    terminal: { next, write: (text) => void (shown += text), interrupted: new AbortController().signal },
    colors: createColors({ env: {} }, { write: () => undefined }, true),
    cwd: "/",
    load: async () => entryOf(load()),
  });
  expect(left).toEqual([]);
  return { code, shown };
}

const begun = { params: { who: "Ada" } };

describe("a step-through", () => {
  it("asks for params, shows steps with their schemas, takes answers, and tells the end", async () => {
    const { code, shown } = await play(trip(), [
      '{"who":1}',
      '{"who":"Ada"}',
      '{"city":1}',
      "{city}",
      "",
      '{"city":"Rome"}',
      "",
      '{"items":"hat"}',
      "{}",
      "quit",
    ]);
    expect(code).toBe(0);
    expect(shown).toMatch(
      /^● params\n\{[^]*"who"[^]*\}\nparams › \{"who":1\}\n✖ params-invalid: [^]*\nparams › \{"who":"Ada"\}\n/,
    );
    expect(shown).toMatch(/● where\n[^]*Where to\?[^]*answer:\n\{[^]*"city": \{\n[^]*answer › /);
    expect(shown).toContain("✖ answer-invalid: ");
    expect(shown).toContain("✖ This is not JSON: ");
    expect(shown).toContain('✓ where\n✓ book → {"ticket":7}\n● look\n');
    expect(shown).toContain("no answer is needed: Enter goes on\nanswer › \n✓ look\n● pack\n");
    expect(shown).toContain(
      '✓ pack\n✔ done\n{\n  "items": "hat"\n}\ndone › {}\nThe run is over: restart, back or quit.\n',
    );
  });

  it("goes back, over actions with force, and shows status, history, preamble and graph", async () => {
    const { shown } = await play(
      trip(),
      ['{"city":"Rome"}', "history", "status", "back where", "back where force", "graph", "preamble", "back", "bakc"],
      begun,
    );
    expect(shown).toContain('where {"city":"Rome"}\n');
    expect(shown).toContain('"step": "look"');
    expect(shown).toMatch(/back where\n✖ back-refused: /);
    expect(shown).toMatch(/back where force\n● where\n/);
    expect(shown).toContain("flowchart");
    expect(shown).toContain("one step at a time");
    expect(shown).toMatch(/answer › back\n✖ back-refused: There is no step before this one\./);
    expect(shown).toContain('did you mean "back"?');
  });

  it("goes on with texts that were changed", async () => {
    const { shown } = await play(trip(), [{ load: () => trip({ greeting: "Which town?" }) }, '{"city":"Rome"}'], begun);
    expect(shown).toMatch(/↻ loaded again\n● where\n[^]*Which town\?[^]*● look/);
  });

  it("offers to migrate or to begin again when the graph was changed", async () => {
    const changed = { load: () => trip({ last: "string[]" }) };
    const { shown } = await play(trip(), [changed, '{"city":"Rome"}', "migrate", '{"city":"Rome"}', "restart"], begun);
    const offer = "Type migrate to go on with this run, or restart to begin a new one.\n";
    expect(shown).toContain(`${offer}changed › {"city":"Rome"}\n✖ session-mismatch: `);
    expect(shown).toMatch(/changed › migrate\n● where\n[^]*answer › \{"city":"Rome"\}\n✓ where\n/);
    expect(shown).toMatch(/answer › restart\n● where\n/);
    const again = await play(trip(), ['{"city":"Rome"}', changed, "restart"], begun);
    expect(again.shown).toMatch(/changed › restart\n● where\n[^]*answer › \n$/);
  });

  it("keeps what was loaded when a change cannot be, and survives what a workflow throws", async () => {
    const fail = (): never => {
      throw new EntryError("entry-syntax", "Unexpected \u001b[31m.", {
        position: { file: "/a.ts", line: 2, column: 3 },
      });
    };
    const crash = (): never => {
      throw new Error("boom");
    };
    const { code, shown } = await play(trip(), [{ load: fail }, { load: crash }, '{"city":"Rome"}'], begun);
    expect(code).toBe(0);
    expect(shown).toContain("✖ entry-syntax: /a.ts:2:3: Unexpected ␛[31m.\n  What was loaded before stays.\n");
    expect(shown).toContain("✖ boom\nanswer › ");
    expect(shown).toContain("● look");
  });

  it("mends a run whose first prompt failed", async () => {
    const broken = skill({ name: "one", entry: "a" })
      .step("a", {
        prompt: () => {
          throw new Error("no prompt");
        },
        next: terminal,
      })
      .build();
    const mended = skill({ name: "one", entry: "a" }).step("a", { prompt: "Go.", next: terminal }).build();
    const { shown } = await play(broken, [{ load: () => mended }, ""]);
    expect(shown).toMatch(/✖ prompt-failed: [^]*↻ loaded again\n● a\n[^]*Go\.[^]*✔ done/);
  });

  it("steers no terminal with a skill's own text", async () => {
    const evil = skill({ name: "evil", entry: "a" })
      .step("a", {
        prompt: "\u001b]0;pwned\u0007\u202eabc",
        response: type({ "x\u001b[2J": "string" }),
        next: terminal,
      })
      .build();
    const { shown } = await play(evil, ["status", "graph", "history", "preamble"]);
    // eslint-disable-next-line no-control-regex
    expect(shown).not.toMatch(/[\u001b\u0007\u202e]/);
    expect(shown).toContain("x\\u001b[2J");
    expect(shown).toContain("]0;pwned");
  });

  it("goes through a sub-skill, and begins in one", async () => {
    const inner = skill({ name: "inner", entry: "fix", params: type({ what: "string" }) })
      .step("fix", { prompt: ({ params }) => `Fix ${params.what}.`, response: type({ ok: "boolean" }), next: terminal })
      .build();
    const outer = skill({ name: "outer", entry: "sort" })
      .step("sort", { prompt: "What is it?", response: type({ what: "string" }), next: "subskill:inner" })
      .subskill("inner", inner, { params: (_, store) => ({ what: store.steps.sort.what }) })
      .build();
    const { shown } = await play(outer, ['{"what":"tap"}', '{"ok":true}']);
    expect(shown).toMatch(/● inner\/fix\n[^]*Fix tap\.[^]*✔ done/);
    const direct = await play(outer, ['{"what":"door"}'], { subskill: "inner" });
    expect(direct.shown).toMatch(/^● params\n[^]*"what"[^]*● inner\/fix\n[^]*Fix door\./);
  });

  it("shows the topics of a reference", async () => {
    const help = reference({ name: "help", description: "Helps." })
      .topic("tea", { label: "About tea", content: "Boil water.\u0007" })
      .topic("quit", { label: "About leaving", content: () => "Just go." })
      .build();
    const { shown } = await play(help, ["tea", "topic quit", "status", "{}", "nothing", "help", "quit"]);
    expect(shown).toMatch(
      /^tea: About tea\nquit: About leaving\ntopic › tea\nBoil water\.␇\ntopic › topic quit\nJust go\.\n/,
    );
    expect(shown).toContain("topic › status\nA skill of topics has no steps.\n");
    expect(shown).toContain("A skill of topics takes no answers");
    expect(shown).not.toContain("migrate");
  });

  it("ends with 130 at once when it is interrupted at work", async () => {
    const controller = new AbortController();
    const slow = skill({ name: "slow", entry: "a" })
      .step("a", { prompt: "Go.", action: () => new Promise(() => undefined), next: terminal })
      .build();
    const events: DevEvent[] = [{ kind: "line", text: "{}" }];
    setTimeout(() => controller.abort(), 50);
    const code = await stepThrough({
      first: entryOf(slow),
      start: {},
      terminal: {
        next: async () => events.shift() ?? { kind: "left" },
        write: () => undefined,
        interrupted: controller.signal,
      },
      colors: createColors({ env: {} }, { write: () => undefined }, true),
      cwd: "/",
      load: async () => entryOf(slow),
    });
    expect(code).toBe(130);
  });
});
