import { describe, expect, it } from "vitest";
import type { SyncReport } from "@tradecraft/sdk/supply";
import { readAgentAnswer } from "../../../src/supply/ask-agents.ts";
import { renderChangeTree } from "../../../src/supply/render-change-tree.ts";
import { renderDrift } from "../../../src/supply/render-drift.ts";
import { renderSyncReport } from "../../../src/supply/render-sync-report.ts";
import { createColors } from "../../../src/text/colors.ts";

const stream = { write: () => undefined };
const plain = createColors({ env: {} }, stream, true);
const painted = createColors({ env: { FORCE_COLOR: "1" } }, stream, false);
const commit = "0123456789abcdef0123456789abcdef01234567";
const content = { files: 2, bytes: 1234, isSigned: true };

const report: SyncReport = {
  sources: [
    {
      name: "team",
      state: "updated",
      from: commit,
      to: "v1.1.0",
      skills: [
        {
          name: "pdf\u202e",
          folder: "pdf",
          state: "updated",
          content,
          files: [
            { code: "file-added", path: "a\u001b[31m" },
            { code: "file-changed", path: "b" },
            { code: "file-missing", path: "c" },
            { code: "file-renamed", path: "d", from: "e" },
            { code: "mode-changed", path: "f" },
          ],
        },
        { name: "gone", folder: "gone", state: "removed", files: [{ code: "file-missing", path: "SKILL.md" }] },
        { name: "same", folder: "same", state: "same", content, files: [] },
      ],
    },
    { name: "docs", state: "same", from: "1.0.0", to: "1.0.0", skills: [] },
  ],
  outputs: [
    { path: ".claude/skills/pdf", kind: "skill", state: "written", files: [{ code: "file-changed", path: "b" }] },
    { path: ".claude/skills/gone", kind: "skill", state: "removed", files: [] },
    { path: ".agents/skills/same", kind: "skill", state: "same", files: [] },
    { path: "src/skills.ts", kind: "module", state: "written", files: [] },
    { path: "tradecraft.lock", kind: "lock", state: "written", files: [] },
  ],
  refused: [],
  warnings: [],
  drift: true,
  written: true,
  recovered: "none",
};

describe("renderChangeTree", () => {
  it("shows every file of what changes, and nothing that could move the cursor", () => {
    expect(renderChangeTree(report.sources, plain)).toEqual([
      "~ team  0123456789 → v1.1.0",
      "  ├─ ~ pdf<U+202E>  2 files, 1.2 kB, signed",
      "  │    + a␛[31m",
      "  │    ~ b",
      "  │    - c",
      '  │    > d  it was called "e"',
      "  │    * f  it may be run now and could not before, or the other way round",
      "  ├─ - gone",
      "  └─ 1 skill as before",
    ]);
  });

  it("has colours where they are wanted", () => {
    expect(renderChangeTree(report.sources, painted).join("\n")).toContain("\u001b[32m+ a␛[31m\u001b[39m");
  });

  it("counts files beyond the most that it lists", () => {
    const files = Array.from({ length: 250 }, (_, at) => ({ code: "file-added" as const, path: `f${at}` }));
    const skills = [{ name: "big", folder: "big", state: "added" as const, content, files }];
    const lines = renderChangeTree([{ name: "x", state: "added", to: "1.0.0", skills }], plain);
    expect(lines).toHaveLength(203);
    expect(lines.at(-1)).toContain("and 50 more; --json lists all");
  });
});

describe("renderSyncReport", () => {
  it("is a table of sources, then what was written", () => {
    expect(renderSyncReport(report, { colors: plain, width: 80 })).toEqual([
      "  source  from → to            state    skills",
      "  team    0123456789 → v1.1.0  updated  ~1 -1 =1",
      "  docs    1.0.0                same",
      "",
      "  .claude/skills/  1 written, 1 removed",
      "  src/skills.ts  written",
      "  tradecraft.lock  written",
      "",
      "✔ 2 skills of 2 sources",
    ]);
  });

  it("tells that a sync was cut off", () => {
    const cut = { ...report, sources: [], outputs: [], written: false, recovered: "finished" } as const;
    expect(renderSyncReport(cut, { colors: plain, width: 80 })).toEqual([
      "A sync before this one was cut off; it was finished.",
      "",
      "✔ 0 skills of 0 sources; everything is as it should be",
    ]);
  });
});

describe("renderDrift", () => {
  it("names what is not as it should be, and how to put it right", () => {
    const sources = [{ name: "new", state: "added", skills: [] } as const];
    expect(renderDrift({ ...report, sources }, plain)).toEqual([
      "✖ new: in tradecraft.json, not in tradecraft.lock",
      "✖ .claude/skills/pdf: is not what the lock pins",
      "    ~ b",
      "✖ .claude/skills/gone: is there, and should not be",
      "✖ src/skills.ts: is not what it should be",
      "✖ tradecraft.lock: does not say what is installed",
      "",
      "5 differences; nothing was written. To put it right: tradecraft sync --force",
    ]);
  });

  it("is one line where there is none", () => {
    const outputs = [{ path: "src/skills.ts", kind: "module", state: "absent", files: [] } as const];
    expect(renderDrift({ ...report, drift: false, outputs }, plain)).toEqual([
      "✔ Nothing has drifted from tradecraft.json and tradecraft.lock; 1 output not written here yet",
    ]);
  });

  it("gives advice that helps: where a sync would not, it is not named", () => {
    const nothing = { ...report, sources: [], outputs: [] };
    const last = (more: Partial<SyncReport>): string => renderDrift({ ...nothing, ...more }, plain).at(-1) ?? "";
    expect(last({ warnings: ["own: it holds something else"] })).toBe(
      "0 differences; nothing was written. The warnings say what to do",
    );
    expect(last({ refused: ["own: It is not signed."] })).toMatch(
      /^0 differences; nothing was written. The policy lets /,
    );
    expect(last({ recovered: "pending" })).toMatch(/To put it right: tradecraft sync$/);
  });
});

describe("readAgentAnswer", () => {
  const offered = ["cursor", "claude-code"];
  it.each([
    ["", ["claude-code"]],
    ["1", ["cursor"]],
    ["2, windsurf 1", ["claude-code", "windsurf", "cursor"]],
  ])("%j", (answer, agents) => {
    expect(readAgentAnswer(answer, offered, ["claude-code"])).toEqual({ agents });
  });

  it.each([
    ["3", "There is no number 3"],
    ["0", "There is no number 0"],
    ["claude-cod", 'No agent is called "claude-cod"; did you mean "claude-code"?'],
    ["constructor", 'No agent is called "constructor"'],
  ])("refuses %j", (answer, problem) => {
    expect(readAgentAnswer(answer, offered, []).problem).toContain(problem);
  });
});
