import { lintSkill, type SkillFile } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf, goodSkill, only, textAt } from "../skill-text.ts";

const lint = (body: string, files?: readonly SkillFile[]) =>
  lintSkill(goodSkill("", body), files === undefined ? {} : { files }).diagnostics;
const script = (path: string, text: string, executable = true): SkillFile => ({ path, text, executable });

describe("file-orphan", () => {
  it("is said of a file that nothing mentions, as a finding about the whole skill", () => {
    const diagnostic = only(lint("Text.", [{ path: "references/a.md" }]));
    expect(diagnostic).toMatchObject({ code: "file-orphan", severity: "info" });
    expect(diagnostic.message).toContain("references/a.md");
    expect(diagnostic.line).toBeUndefined();
  });

  it.each([
    ["a link", "[a](references/a.md)", [{ path: "references/a.md" }]],
    ["its bare name", "See a.md.", [{ path: "references/a.md" }]],
    ["its folder", "Everything in `references/`.", [{ path: "references/a.md" }, { path: "references/b.md" }]],
    ["a path in a code block", "```sh\ncat references/a.md\n```", [{ path: "references/a.md" }]],
    ["a script", "Run scripts/x.py", [script("scripts/x.py", "open('data.csv')"), { path: "assets/data.csv" }]],
  ])("is not said of a file mentioned by %s", (_by, body, files) => {
    expect(lint(body, files)).toEqual([]);
  });

  it.each([
    "LICENSE.txt",
    "README.md",
    ".gitignore",
    "scripts/package.json",
    "evals/evals.json",
    "tests/a.py",
    "scripts/__init__.py",
  ])("is not said of %s, which serves people and tools", (path) => expect(lint("Text.", [{ path }])).toEqual([]));

  it("is not said where the caller lists no files", () => {
    expect(lint("Text.")).toEqual([]);
  });
});

describe("script-missing", () => {
  it("is said once of a script the instructions name, where they name it", () => {
    const body = "Run `scripts/run.py` or ./scripts/run.py.\n";
    const diagnostic = only(lint(body, []));
    expect(diagnostic).toMatchObject({ code: "script-missing", severity: "warning", line: 5, column: 6 });
    expect(textAt(goodSkill("", body), diagnostic)).toBe("scripts/run.py");
  });

  it.each([
    ["it is there", "Run scripts/run.py", [script("scripts/run.py", "pass")]],
    ["it belongs to another folder", "Run other/scripts/run.py", []],
    ["only the folder is named", "Look in scripts/ for help", []],
    ["it is only part of a word", "Read postscripts/run.py", []],
  ])("is not said where %s", (_why, body, files) => {
    expect(lint(body, files)).toEqual([]);
  });

  it("is not said where the caller lists no files", () => {
    expect(lint("Run scripts/run.py")).toEqual([]);
  });
});

describe("script-not-executable", () => {
  it.each([
    ["with a shebang", script("scripts/run", "#!/bin/sh\n", false)],
    ["whose text is not known and whose name has no ending", { path: "scripts/run", executable: false }],
  ])("is said of a script %s", (_what, file) => {
    expect(codesOf(lint("Look at what `scripts/run` does", [file]))).toEqual(["script-not-executable"]);
  });

  it.each([
    ["that is executable", script("scripts/run.sh", "#!/bin/sh\n", true)],
    ["without a shebang, which an interpreter runs", script("scripts/run.py", "print()\n", false)],
    ["on a platform that cannot tell", { path: "scripts/run.sh", text: "#!/bin/sh\n" }],
  ])("is not said of a script %s", (_what, file) => {
    expect(lint(`Run ${file.path}`, [file])).toEqual([]);
  });

  it("is not said of files outside scripts/", () => {
    expect(lint("See assets/run.sh", [{ path: "assets/run.sh", executable: false }])).toEqual([]);
  });
});

describe("script-interactive", () => {
  it.each([
    ["scripts/a.py", "x = 1\nname = input('Name? ')\n", 2],
    ["scripts/a.py", "import getpass\nkey = getpass.getpass()\n", 2],
    ["scripts/a.sh", "#!/bin/sh\n\nread -p 'Sure? ' answer\n", 3],
    ["scripts/a.bash", "select x in a b; do break; done\n", 1],
    ["scripts/a.py", "from getpass import getpass\nkey = getpass()\n", 2],
    ["scripts/a.sh", "echo Name\nread name\n", 2],
    ["scripts/a.sh", "echo Name; read -r name\n", 1],
    ["scripts/a.sh", "[ -n x ] || read -rsp 'Key? ' key\n", 1],
    ["scripts/a.sh", "IFS= read -n 1 key\n", 1],
    ["scripts/a.js", "function confirm(x) {}\nrl.question('x')\n", 2],
    ["scripts/a.mjs", "const name = await rl.question('Name? ');\n", 1],
    ["scripts/a.ts", "if (confirm('Sure?')) go();\n", 1],
    ["scripts/a.rb", "name = gets.chomp\n", 1],
    ["scripts/a.ps1", "$name = Read-Host 'Name'\n", 1],
  ])("is said of %s with %j", (path, text, line) => {
    const diagnostic = only(lint(`Run ${path}`, [script(path, text)]));
    expect(diagnostic).toMatchObject({ code: "script-interactive", severity: "warning" });
    expect(diagnostic.message).toContain(`line ${line}`);
  });

  it.each([
    ["scripts/a.py", "data = sys.stdin.read()\n# never input('x')\nraw_input_file = parse_input(x)\n"],
    ["scripts/a.py", "self.input(1)\n"],
    ["scripts/a.sh", "while read -r line; do echo $line; done < file\n"],
    ["scripts/a.js", "// confirm('x')\nobject.prompt('x'); autoconfirm(1)\n"],
    ["scripts/a.sh", "cat list | read name\nread name < list\nread -u 3 name\nread a <<< x\n"],
    ["scripts/a.sh", "cat list | while read name; do echo $name; done\nwhile IFS= read -r x; do y; done\n"],
    ["scripts/a.sh", "read the manual first\n"],
    ["scripts/a.js", "function confirm(x) { return x; }\nconfirm(1);\n"],
    ["scripts/a.ts", "class A {\n  async confirm(x: string): Promise<void> {\n  }\n}\n"],
    ["scripts/a.py", "def input(x):\n    return x\ninput(1)\n"],
    ["scripts/a.rb", "targets = widgets(1)\n"],
    ["scripts/a.txt", "input('x')\n"],
  ])("is not said of %s with %j", (path, text) => {
    expect(lint(`Run ${path}`, [script(path, text)])).toEqual([]);
  });
});

describe("hostile listings", { retry: 2 }, () => {
  const timed = (body: string, files: readonly SkillFile[]): string[] => {
    const started = performance.now();
    const codes = codesOf(lint(body, files));
    expect(performance.now() - started).toBeLessThan(1_000);
    return codes;
  };

  it("file-orphan shows twenty and counts the rest", () => {
    const found = lint(
      "Text.",
      Array.from({ length: 25 }, (_, at) => ({ path: `references/${at}.md` })),
    );
    expect(found).toHaveLength(20);
    expect(found.at(-1)?.message).toContain("(and 5 more)");
  });

  it("a path of any length or depth is looked up at once", () => {
    expect(timed("Text.", [{ path: `${"(".repeat(500_000)}/a.md` }])).toEqual(["file-orphan"]);
    expect(timed("Text.", [{ path: `${"a/".repeat(2_000)}b.md` }])).toEqual(["file-orphan"]);
  });

  it.each(["word ", "-", "a", "a/b/c/d/e/f/g/h ", "scripts/", "."])("1,000 orphans and a body of %j", (unit) => {
    const files = Array.from({ length: 1_000 }, (_, at) => ({ path: `references/${at}.md`, text: `x${at}` }));
    const body = `${unit.repeat(2 ** 20 / unit.length)}!`;
    expect(timed(body, files)).toContain("file-orphan");
  });

  it("SKILL.md is no file of its own", () => {
    expect(lint("Text.", [{ path: "SKILL.md" }])).toEqual([]);
  });

  it.each([
    ["**a.md**; b", "references/a.md", true],
    ["_a.md_", "references/a.md", true],
    ["请看a.md。", "references/a.md", true],
    ["see [x](references/a.md#b)", "references/a.md", true],
    ["see data.md", "references/a.md", false],
    ["see my file.md", "references/my file.md", true],
    ["see 表.md", "references/表.md", true],
    ["{baseDir}/references/ has it", "references/a.md", true],
    ["references/*.md", "references/a.md", true],
    ["references/b.md", "references/a.md", false],
    ["references/b/c.md", "references/b/a.md", true],
    ["my refs/ has it", "my refs/a.md", true],
  ])("%j mentions %s: %s", (body, path, mentioned) => {
    expect(codesOf(lint(body, [{ path }]))).toEqual(mentioned ? [] : ["file-orphan"]);
  });

  it("a file does not mention itself", () => {
    const files = [{ path: "assets/a.txt", text: "a.txt" }];
    expect(codesOf(lint("Text.", files))).toEqual(["file-orphan"]);
    expect(lint("Text: b.txt", [...files, { path: "assets/b.txt", text: "a.txt" }])).toEqual([]);
  });
});
