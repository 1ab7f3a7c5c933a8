import { describe, expect, it } from "vitest";
import { type CheckSummary, type SkillReport, addToSummary } from "../../src/check/skill-report.ts";
import { type ReportFormat } from "../../src/check/check-options.ts";
import { createReporter } from "../../src/report/create-reporter.ts";
import type { ReporterContext } from "../../src/report/reporter.ts";
import { createColors } from "../../src/text/colors.ts";

const context: ReporterContext = {
  colors: createColors({ env: {} }, { write() {} }, true),
  width: 80,
  cwd: "/a folder",
  env: {},
  version: "1.2.3",
  profile: "spec",
  quiet: false,
  fix: false,
};

const text = "---\nname: Bad\n---\n";
const bad: SkillReport = {
  path: "skills/my skill,1:2/SKILL.md",
  absolutePath: "/a folder/skills/my skill,1:2/SKILL.md",
  isSkill: true,
  name: "Bad",
  valid: false,
  fixed: 1,
  text,
  diagnostics: [
    {
      code: "path-missing",
      severity: "error",
      message: "100% wrong,\nsays: me",
      field: "name",
      line: 2,
      column: 7,
      length: 3,
      fix: { title: "Write it in lowercase", edits: [{ start: 10, end: 13, text: "bad" }] },
    },
    { code: "file-case", severity: "warning", message: "Mind the case" },
    { code: "file-encoding", severity: "info", message: "Note this", line: 1 },
  ],
};
const missing: SkillReport = {
  path: "nowhere",
  absolutePath: "/a folder/nowhere",
  isSkill: false,
  name: null,
  valid: false,
  fixed: 0,
  diagnostics: [{ code: "path-missing", severity: "error", message: "There is nothing at this path." }],
};

async function report(
  format: ReportFormat,
  reports: readonly SkillReport[],
  options: Partial<ReporterContext> = {},
): Promise<string> {
  const reporter = await createReporter(format, { ...context, ...options });
  const summary: CheckSummary = { skills: 0, valid: 0, errors: 0, warnings: 0, fixed: 0 };
  const parts = reports.map((item) => {
    addToSummary(summary, item);
    return reporter.skill(item);
  });
  return parts.join("") + reporter.end(summary, { ok: summary.errors === 0, milliseconds: 12.3 });
}

describe("pretty", () => {
  it("groups by skill, shows frames, hints and totals", async () => {
    expect(await report("pretty", [bad, missing])).toBe(`✖ Bad skills/my skill,1:2/SKILL.md
  2:7 error path-missing: 100% wrong,␊says: me
      1 | ---
    > 2 | name: Bad
        |       ^^^
      3 | ---
    fixable with --fix: Write it in lowercase
  warning file-case: Mind the case
  1 info file-encoding: Note this
    > 1 | ---
      2 | name: Bad

✖ nowhere
  error path-missing: There is nothing at this path.

✖ 1 skill, 0 valid, 2 errors, 1 warning, 1 fixed (12 ms)
  1 fixable with --fix
`);
  });

  it("shows a line with several findings once, and each hint once", async () => {
    const fix = { title: "Name it ok", edits: [{ start: 10, end: 13, text: "ok" }] };
    const at = { line: 2, column: 7, length: 3 };
    const diagnostics: SkillReport["diagnostics"] = [
      { code: "name-case", severity: "error", message: "One", ...at, fix },
      { code: "file-case", severity: "warning", message: "Whole" },
      { code: "name-characters", severity: "warning", message: "Two", ...at, column: 1, length: 4, fix },
      { code: "file-count", severity: "info", message: "Whole too" },
    ];
    expect(await report("pretty", [{ ...bad, fixed: 0, diagnostics }])).toBe(`✖ Bad skills/my skill,1:2/SKILL.md
  2:7 error   name-case: One
  2:1 warning name-characters: Two
      1 | ---
    > 2 | name: Bad
        | ^^^^  ^^^
      3 | ---
    fixable with --fix: Name it ok
  warning file-case: Whole
  info    file-count: Whole too

✖ 1 skill, 0 valid, 1 error, 2 warnings (12 ms)
  2 fixable with --fix
`);
  });

  it("names the skill in a sensible width, and its path from here", async () => {
    const heading = async (name: string | null, path: string, absolutePath: string): Promise<string | undefined> =>
      (await report("pretty", [{ ...bad, name, path, absolutePath }])).split("\n")[0];
    expect(await heading("x".repeat(1000), "/a folder/s/SKILL.md", "/a folder/s/SKILL.md")).toBe(
      `✖ ${"x".repeat(39)}… s/SKILL.md`,
    );
    expect(await heading("日".repeat(30), "s/SKILL.md", "/a folder/s/SKILL.md")).toBe(
      `✖ ${"日".repeat(19)}… s/SKILL.md`,
    );
    expect(await heading("n", "../s/SKILL.md", "/s/SKILL.md")).toBe("✖ n ../s/SKILL.md");
    expect(await heading(null, "/a folder", "/a folder")).toBe("✖ .");
  });

  it("says only errors when quiet", async () => {
    const quiet = await report("pretty", [bad], { quiet: true });
    expect(quiet).toContain("error path-missing");
    expect(quiet).not.toMatch(/warning|info|valid/);
  });

  it("is one line when all is well", async () => {
    const good: SkillReport = { ...bad, valid: true, diagnostics: [], fixed: 0 };
    expect(await report("pretty", [good])).toBe("✔ 1 skill, 1 valid, 0 errors, 0 warnings (12 ms)\n");
    expect(await report("pretty", [good], { quiet: true })).toBe("");
  });
});

const hostile: SkillReport = {
  path: "::error ::x/\u001b]0;owned\u0007/\u009b2J/SKILL.md",
  absolutePath: "/a folder/::error ::x/\u001b]0;owned\u0007/\u009b2J/SKILL.md",
  isSkill: true,
  name: "\u001b[2J::set-output name=x::y\n::error::z",
  valid: false,
  fixed: 0,
  text: "---\nname: \u001b]8;;http://evil\u0007click\u001b]8;;\u0007\u202e\u009b31m\r::stop-commands::x\n\u2028::warning::w\n",
  diagnostics: [
    {
      code: "path-missing",
      severity: "error",
      message: "bad \u001b[31mname\u001b[0m\r\n::error::injected \u202e\u2066\u{e0041}\u200b",
      field: "\u001b[1m",
      line: 2,
      column: 7,
      length: 4,
      fix: { title: "\u001b[5m\n::error::title", edits: [{ start: 10, end: 11, text: "\u001b\u009b" }] },
    },
  ],
};

describe("a hostile skill", () => {
  const cannotTouchTerminal = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

  it.each(["pretty", "json", "sarif", "github"] as const)(
    "cannot write terminal escapes through %s",
    async (format) => {
      const output = await report(format, [hostile]);
      expect(output.length).toBeGreaterThan(100);
      expect(output).not.toMatch(cannotTouchTerminal);
    },
  );

  it.each(["pretty", "github"] as const)("cannot give commands to a GitHub runner through %s", async (format) => {
    const lines = (await report(format, [hostile])).split("\n");
    const commands = lines.filter((line) => line.trimStart().startsWith("::"));
    expect(commands).toHaveLength(format === "github" ? 1 : 0);
  });

  it.each(["json", "sarif"] as const)("keeps its text to the letter in %s", async (format) => {
    expect(JSON.stringify(JSON.parse(await report(format, [hostile])))).toContain(
      JSON.stringify(hostile.diagnostics[0]?.message),
    );
  });
});

describe("json", () => {
  it("has exactly the published shape", async () => {
    expect(JSON.parse(await report("json", [bad, missing]))).toEqual({
      version: 1,
      ok: false,
      summary: { skills: 1, valid: 0, errors: 2, warnings: 1, fixed: 1 },
      skills: [
        {
          path: bad.path,
          name: "Bad",
          valid: false,
          diagnostics: [
            {
              code: "path-missing",
              severity: "error",
              message: "100% wrong,\nsays: me",
              field: "name",
              line: 2,
              column: 7,
              fixable: true,
            },
            {
              code: "file-case",
              severity: "warning",
              message: "Mind the case",
              field: null,
              line: null,
              column: null,
              fixable: false,
            },
            {
              code: "file-encoding",
              severity: "info",
              message: "Note this",
              field: null,
              line: 1,
              column: null,
              fixable: false,
            },
          ],
        },
        {
          path: "nowhere",
          name: null,
          valid: false,
          diagnostics: [
            {
              code: "path-missing",
              severity: "error",
              message: "There is nothing at this path.",
              field: null,
              line: null,
              column: null,
              fixable: false,
            },
          ],
        },
      ],
    });
  });
});

describe("github", () => {
  it("writes one escaped command per diagnostic", async () => {
    expect(await report("github", [bad])).toBe(
      [
        "::error file=skills/my skill%2C1%3A2/SKILL.md,line=2,col=7,endColumn=10,title=path-missing::100%25 wrong,%0Asays: me",
        "::warning file=skills/my skill%2C1%3A2/SKILL.md,title=file-case::Mind the case",
        "::notice file=skills/my skill%2C1%3A2/SKILL.md,line=1,title=file-encoding::Note this",
        "1 skill, 0 valid, 1 error, 1 warning, 1 fixed (12 ms)",
        "",
      ].join("\n"),
    );
  });

  it("names files relative to the workspace", async () => {
    const output = await report("github", [bad], {
      cwd: "/a folder/skills",
      env: { GITHUB_WORKSPACE: "/a folder" },
    });
    expect(output).toContain("file=skills/my skill");
  });
});

interface SarifLog {
  version: string;
  runs: {
    tool: { driver: { name: string; rules: { id: string }[] } };
    results: {
      ruleId: string;
      ruleIndex: number;
      level: string;
      message: { text: string };
      locations: { physicalLocation: object }[];
      fixes?: object[];
    }[];
  }[];
}

describe("sarif", () => {
  it("is a 2.1.0 log whose results point at rules, places and fixes", async () => {
    const log = JSON.parse(await report("sarif", [bad, missing])) as SarifLog;
    expect(log.version).toBe("2.1.0");
    const [run] = log.runs;
    const rules = run?.tool.driver.rules ?? [];
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    expect(run?.results.map(({ level }) => level)).toEqual(["error", "warning", "note", "error"]);
    for (const result of run?.results ?? []) expect(rules[result.ruleIndex]?.id).toBe(result.ruleId);
    const artifactLocation = { uri: "skills/my%20skill%2C1%3A2/SKILL.md", uriBaseId: "%SRCROOT%" };
    expect(run?.results[0]?.locations).toEqual([
      { physicalLocation: { artifactLocation, region: { startLine: 2, startColumn: 7, endColumn: 10 } } },
    ]);
    expect(run?.results[0]?.fixes).toEqual([
      {
        description: { text: "Write it in lowercase" },
        artifactChanges: [
          {
            artifactLocation,
            replacements: [
              {
                deletedRegion: { startLine: 2, startColumn: 7, endLine: 2, endColumn: 10 },
                insertedContent: { text: "bad" },
              },
            ],
          },
        ],
      },
    ]);
    expect(run?.results[3]?.locations).toEqual([
      { physicalLocation: { artifactLocation: { uri: "nowhere", uriBaseId: "%SRCROOT%" } } },
    ]);
  });

  it("uses absolute addresses for files elsewhere", async () => {
    const log = JSON.parse(await report("sarif", [missing], { cwd: "/other" })) as SarifLog;
    expect(log.runs[0]?.results[0]?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: expect.stringMatching(/^file:\/\/\/.*a%20folder\/nowhere$/) as string },
    });
  });
});
