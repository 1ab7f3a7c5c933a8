import { describe, expect, it } from "vitest";
import { isToolCallAllowed, parseSkill, scopeToolsToSkill } from "@tradecraft/sdk";

const tools = { Read: 1, Write: 2, Bash: 3, mcp__x__y: 4 };
const skill = (value: string): readonly string[] | undefined =>
  parseSkill(`---\nname: a\ndescription: A.\nallowed-tools: ${value}\n---\n`).manifest.allowedTools;

describe("scopeToolsToSkill", () => {
  it("leaves all without a rule, and none for an empty one", () => {
    expect(scopeToolsToSkill(tools, undefined)).toEqual(tools);
    expect(scopeToolsToSkill(tools, undefined)).not.toBe(tools);
    expect(scopeToolsToSkill(tools, [])).toEqual({});
  });

  it.each([
    ["Read Bash(git:*)", ["Read", "Bash"]],
    ["Read, Bash(git add:*, git commit:*)", ["Read", "Bash"]],
    ["[Read, 'Bash(git:*)']", ["Read", "Bash"]],
    ["\n  - Write\n  - mcp__x__y", ["Write", "mcp__x__y"]],
    ["Bash(git add:*) Bash(git commit:*) Read", ["Read", "Bash"]],
    ["read", []],
    ["Rea", []],
    ["constructor __proto__ toString", []],
  ])("reads %j as a skill writes it", (value, names) => {
    expect(Object.keys(scopeToolsToSkill(tools, skill(value))).sort()).toEqual([...names].sort());
  });

  it("does not take `allowed-tools` without a value for no tools", () => {
    expect(scopeToolsToSkill(tools, skill(""))).toEqual(tools);
  });

  it("takes parsed entries, and keys of the language itself as keys", () => {
    expect(scopeToolsToSkill(tools, [{ tool: "Read" }, { tool: "Bash", pattern: "git:*" }])).toEqual({
      Read: 1,
      Bash: 3,
    });
    const odd = JSON.parse('{"__proto__":1,"constructor":2,"Read":3}') as Record<string, number>;
    const scoped = scopeToolsToSkill(odd, ["__proto__", "Read"]);
    expect(Object.keys(scoped)).toEqual(["__proto__", "Read"]);
    expect(Object.getPrototypeOf(scoped)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("reads 100 KB of parentheses in one pass", () => {
    for (const hostile of [
      "(".repeat(100_000),
      "Bash(".repeat(20_000),
      `${"(".repeat(50_000)}${")".repeat(50_000)}`,
      "Bash(a)".repeat(14_000),
    ]) {
      expect(scopeToolsToSkill(tools, [hostile])).not.toHaveProperty("Read");
      expect(isToolCallAllowed([hostile], { tool: "Bash", input: { command: hostile } })).toBe(false);
      parseSkill(`---\nname: a\ndescription: A.\nallowed-tools: ${hostile}\n---\n`);
    }
  });
});

describe("isToolCallAllowed", () => {
  const bash = (rule: string, command: string): boolean =>
    isToolCallAllowed([rule], { tool: "Bash", input: { command } });

  it("by tool", () => {
    expect(isToolCallAllowed(undefined, { tool: "Anything" })).toBe(true);
    expect(isToolCallAllowed([], { tool: "Read" })).toBe(false);
    expect(isToolCallAllowed(["Read"], { tool: "Read" })).toBe(true);
    expect(isToolCallAllowed(["Read"], { tool: "read" })).toBe(false);
    expect(isToolCallAllowed(["Read"], { tool: "constructor" })).toBe(false);
    expect(isToolCallAllowed(["Bash(*)"], { tool: "Bash", input: { command: "rm -rf / ; x" } })).toBe(true);
  });

  it.each([
    "git",
    "git status",
    "git commit -m 'a message'",
    'git log --format="%h %s"',
    "  git status  ",
    "git status\n",
    "git add src/*.ts",
  ])("Bash(git:*) covers %j", (command) => {
    expect(bash("Bash(git:*)", command)).toBe(true);
  });

  it.each([
    "git status; rm -rf .",
    "git status && rm x",
    "git status || rm x",
    "git status | sh",
    "git status & rm x",
    "git status\nrm x",
    "git status\r\nrm x",
    "git $(rm x)",
    "git `rm x`",
    "git ${x@P}",
    "git status > /etc/passwd",
    "git diff <(rm x)",
    'git commit -m "$(rm x)"',
    "gitk",
    "gitk status",
    "git-evil status",
    "git.sh",
    "./git status",
    "/tmp/git status",
    "rm x; git status",
    "X=1 git status",
    "GIT_SSH_COMMAND=evil git fetch",
    "env git status",
    "sudo git status",
    '"git" status',
    "g\\it status",
    "git;rm x",
    "git&rm x",
    "GIT status",
    "",
    " ",
  ])("Bash(git:*) does not cover %j", (command) => {
    expect(bash("Bash(git:*)", command)).toBe(false);
  });

  it.each([
    ["Bash(git add:*, git commit:*)", "git add x", true],
    ["Bash(git add:*, git commit:*)", "git commit -m x", true],
    ["Bash(git add:*, git commit:*)", "git push", false],
    ["Bash(git add:*)", "git addx", false],
    ["Bash(npm test)", "npm test", true],
    ["Bash(npm test)", "npm test; rm x", false],
    ["Bash(npm test)", "npm test x", false],
    ["Bash(npm run *)", "npm run build", true],
    ["Bash(npm run *)", "npm run build; rm x", false],
    ["Bash(npm run *)", "npm install", false],
    ["Bash(*.sh)", "a.sh", true],
    ["Bash(*.sh)", "rm x; a.sh", false],
    ["Bash(:*)", "rm x", false],
    ["Bash()", "rm x", false],
    ["Bash(git:*", "git status", false],
  ])("%s on %j: %s", (rule, command, allowed) => {
    expect(bash(rule, command)).toBe(allowed);
  });

  it.each([
    ["src/a.ts", true],
    ["src/deep/a.ts", true],
    ["src/../secret", false],
    ["src/../../etc/passwd", false],
    ["src/..", false],
    ["src\\..\\x", false],
    ["srcx/a", false],
    ["/etc/passwd", false],
    ["../src/a", false],
    ["src/..a/b", true],
  ])("Read(src/**) on %j: %s", (path, allowed) => {
    for (const name of ["file_path", "path"]) {
      expect(isToolCallAllowed(["Read(src/**)"], { tool: "Read", input: { [name]: path } })).toBe(allowed);
    }
  });

  it.each([
    undefined,
    null,
    5,
    [],
    {},
    { unknown: "git status" },
    { command: ["git", "status"] },
    { command: { toString: () => "git status" } },
    JSON.parse('{"__proto__":{"command":"git status"}}'),
  ])("a pattern covers no input that nobody understands: %j", (input) => {
    expect(isToolCallAllowed(["Bash(git:*)"], { tool: "Bash", input })).toBe(false);
  });

  it("is not deceived by a second parameter", () => {
    expect(
      isToolCallAllowed(["Read(src/**)"], { tool: "Read", input: { command: "src/a", file_path: "/etc/passwd" } }),
    ).toBe(false);
    expect(
      isToolCallAllowed(["Read(src/**)"], { tool: "Read", input: { file_path: "src/a", path: "/etc/passwd" } }),
    ).toBe(false);
    expect(
      isToolCallAllowed(["WebFetch(https://a/*)"], {
        tool: "WebFetch",
        input: { path: "https://a/x", url: "https://b/" },
      }),
    ).toBe(false);
  });
});
