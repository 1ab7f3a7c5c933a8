import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { FileChangeCode } from "../../src/node/pin/file-change.ts";

/** One way to tamper with the sample skill (`sample-skill.ts`). */
export interface Tampering {
  readonly name: string;
  readonly change: (directory: string) => void;
  /** What must be reported, among other things perhaps. */
  readonly code: FileChangeCode;
  /** About which path. */
  readonly path: string;
}

type Change = (at: (path: string) => string) => void;

const tampering = (name: string, code: FileChangeCode, path: string, change: Change): Tampering => ({
  name,
  code,
  path,
  change: (directory) => change((inside) => join(directory, inside)),
});
const put = (path: string, content: string | Uint8Array): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};
const edit = (path: string, from: string, to: string): void => {
  const text = readFileSync(path, "utf8");
  if (!text.includes(from)) throw new Error(`${path} has no "${from}"`);
  writeFileSync(path, text.replace(from, to));
};

const edits: readonly Tampering[] = [
  tampering("edits the instructions", "file-changed", "SKILL.md", (at) => edit(at("SKILL.md"), "Count", "Steal")),
  tampering("adds a space", "file-changed", "SKILL.md", (at) => appendFileSync(at("SKILL.md"), " ")),
  tampering("adds a final line break", "file-changed", "SKILL.md", (at) => appendFileSync(at("SKILL.md"), "\n")),
  tampering("adds a byte order mark", "file-changed", "SKILL.md", (at) => edit(at("SKILL.md"), "---", "\uFEFF---")),
  tampering("adds invisible characters", "file-changed", "SKILL.md", (at) =>
    edit(at("SKILL.md"), "Count", "Co\u200bunt\u{E0041}"),
  ),
  tampering("changes the Unicode form", "file-changed", "SKILL.md", (at) =>
    edit(at("SKILL.md"), "caf\u00e9s", "cafe\u0301s"),
  ),
  tampering("swaps a letter for one that looks the same", "file-changed", "SKILL.md", (at) =>
    edit(at("SKILL.md"), "Sample", "S\u0430mple"),
  ),
  tampering("edits a script", "file-changed", "scripts/run.sh", (at) => edit(at("scripts/run.sh"), "run", "rum")),
  tampering("edits what a script imports", "file-changed", "scripts/lib.py", (at) =>
    edit(at("scripts/lib.py"), "lib", "bil"),
  ),
  tampering("flips one bit of a binary", "file-changed", "assets/logo.bin", (at) =>
    writeFileSync(at("assets/logo.bin"), new Uint8Array([0, 1, 2, 3, 254, 254])),
  ),
  tampering("keeps size and time", "file-changed", "references/a.md", (at) => {
    const { atime, mtime } = statSync(at("references/a.md"));
    edit(at("references/a.md"), "first", "FIRST");
    utimesSync(at("references/a.md"), atime, mtime);
  }),
  tampering("empties a file", "file-changed", "references/a.md", (at) => writeFileSync(at("references/a.md"), "")),
  tampering("fills an empty file", "file-changed", "empty.txt", (at) => writeFileSync(at("empty.txt"), "x")),
  tampering("edits a hidden file", "file-changed", ".hidden/config.json", (at) =>
    edit(at(".hidden/config.json"), "1", "2"),
  ),
  tampering("edits an ignore file", "file-changed", ".gitignore", (at) =>
    appendFileSync(at(".gitignore"), "SKILL.md\n"),
  ),
  tampering("edits a dependency", "file-changed", "node_modules/dep/index.js", (at) =>
    edit(at("node_modules/dep/index.js"), "1", "2"),
  ),
  tampering("edits a skill further down", "file-changed", "examples/other/SKILL.md", (at) =>
    edit(at("examples/other/SKILL.md"), "Text", "Test"),
  ),
  tampering("edits a signature further down", "file-changed", "examples/SKILL.sigstore.json", (at) =>
    edit(at("examples/SKILL.sigstore.json"), "ours", "theirs"),
  ),
];

const additions: readonly Tampering[] = (
  [
    ["a file", "extra.md"],
    ["a hidden file", ".env"],
    ["a hidden file in a hidden folder", ".hidden/more.json"],
    ["a file that git ignores", "dist/built.js"],
    ["a file that git ignores by its ending", "debug.log"],
    ["an ignore file", ".skillignore"],
    ["an ignore file in a folder", "scripts/.gitignore"],
    ["a dependency", "node_modules/evil/index.js"],
    ["a module that shadows a library", "scripts/json.py"],
    ["a compiled twin of a script", "scripts/__pycache__/lib.cpython-312.pyc"],
    ["a skill further down", "examples/new/SKILL.md"],
    ["a signature further down", "scripts/SKILL.sigstore.json"],
    ["a file named nearly like the signature", "SKILL.sigstore.json.bak"],
    ["a hidden file named like the signature", ".SKILL.sigstore.json"],
    ["what a file manager leaves", ".DS_Store"],
    ["git's settings", ".gitattributes"],
    ["a deep file", "a/b/c/d/e/f/g.txt"],
  ] as const
).map(([what, path]) => tampering(`adds ${what}`, "file-added", path, (at) => put(at(path), `content of ${path}\n`)));

const moves: readonly Tampering[] = [
  tampering("adds an empty file", "file-added", "blank.txt", (at) => put(at("blank.txt"), "")),
  tampering("adds a copy of a file", "file-added", "references/c.md", (at) =>
    cpSync(at("references/a.md"), at("references/c.md")),
  ),
  tampering("removes a file", "file-missing", "references/a.md", (at) => rmSync(at("references/a.md"))),
  tampering("removes a hidden file", "file-missing", ".hidden/config.json", (at) => rmSync(at(".hidden/config.json"))),
  tampering("removes the empty file", "file-missing", "empty.txt", (at) => rmSync(at("empty.txt"))),
  tampering("removes the instructions", "file-missing", "SKILL.md", (at) => rmSync(at("SKILL.md"))),
  tampering("removes a folder", "file-missing", "references/b.md", (at) =>
    rmSync(at("references"), { recursive: true }),
  ),
  tampering("renames a file", "file-renamed", "references/z.md", (at) =>
    renameSync(at("references/a.md"), at("references/z.md")),
  ),
  tampering("hides a file", "file-renamed", "references/.a.md", (at) =>
    renameSync(at("references/a.md"), at("references/.a.md")),
  ),
  tampering("renames a folder", "file-renamed", "docs/a.md", (at) => renameSync(at("references"), at("docs"))),
  tampering("moves a file", "file-renamed", "scripts/a.md", (at) =>
    renameSync(at("references/a.md"), at("scripts/a.md")),
  ),
  tampering("renames by case alone", "file-renamed", "skill.md", (at) => renameSync(at("SKILL.md"), at("skill.md"))),
  tampering("renames to a name that looks the same", "file-renamed", "references/\u0430.md", (at) =>
    renameSync(at("references/a.md"), at("references/\u0430.md")),
  ),
  tampering("swaps two files", "file-changed", "references/b.md", (at) => {
    renameSync(at("references/a.md"), at("references/t"));
    renameSync(at("references/b.md"), at("references/a.md"));
    renameSync(at("references/t"), at("references/b.md"));
  }),
  tampering("splits a file in two of the same text together", "file-added", "references/a2.md", (at) => {
    const text = readFileSync(at("references/a.md"), "utf8");
    writeFileSync(at("references/a.md"), text.slice(0, 5));
    writeFileSync(at("references/a2.md"), text.slice(5));
  }),
  tampering("moves text from one file to the next", "file-changed", "references/a.md", (at) => {
    const text = readFileSync(at("references/b.md"), "utf8");
    appendFileSync(at("references/a.md"), text.slice(0, 4));
    writeFileSync(at("references/b.md"), text.slice(4));
  }),
  tampering("joins two files", "file-missing", "references/b.md", (at) => {
    appendFileSync(at("references/a.md"), readFileSync(at("references/b.md")));
    rmSync(at("references/b.md"));
  }),
  tampering("puts a folder in the place of a file", "file-added", "references/a.md/a.md", (at) => {
    const text = readFileSync(at("references/a.md"));
    rmSync(at("references/a.md"));
    put(at("references/a.md/a.md"), `${text.toString("utf8")} `);
  }),
  tampering("puts a file in the place of a folder", "file-added", "references", (at) => {
    rmSync(at("references"), { recursive: true });
    put(at("references"), "text");
  }),
];

const endings: readonly Tampering[] = [
  tampering("changes LF to CRLF", "line-endings-changed", "SKILL.md", (at) =>
    writeFileSync(at("SKILL.md"), readFileSync(at("SKILL.md"), "utf8").replaceAll("\n", "\r\n")),
  ),
  tampering("changes CRLF to LF", "line-endings-changed", "assets/table.csv", (at) =>
    writeFileSync(at("assets/table.csv"), "a,b\n1,2\n"),
  ),
  tampering("changes one line's ending", "line-endings-changed", "SKILL.md", (at) =>
    edit(at("SKILL.md"), "# Sample\n", "# Sample\r\n"),
  ),
  tampering("changes endings and a word", "file-changed", "SKILL.md", (at) =>
    writeFileSync(
      at("SKILL.md"),
      readFileSync(at("SKILL.md"), "utf8").replaceAll("\n", "\r\n").replace("Count", "Steal"),
    ),
  ),
  tampering("hides a word behind a lone carriage return", "file-changed", "SKILL.md", (at) =>
    edit(at("SKILL.md"), "Count", "rm -rf\rCount"),
  ),
];

const modes: readonly Tampering[] = [
  tampering("takes the right to run away", "mode-changed", "scripts/run.sh", (at) =>
    chmodSync(at("scripts/run.sh"), 0o644),
  ),
  tampering("gives a text the right to run", "mode-changed", "references/a.md", (at) =>
    chmodSync(at("references/a.md"), 0o755),
  ),
  tampering("gives it to the group alone", "mode-changed", "scripts/lib.py", (at) =>
    chmodSync(at("scripts/lib.py"), 0o654),
  ),
  tampering("gives the instructions the right to run", "mode-changed", "SKILL.md", (at) =>
    chmodSync(at("SKILL.md"), 0o755),
  ),
  tampering("lets a script run as its owner", "mode-refused", "scripts/run.sh", (at) =>
    chmodSync(at("scripts/run.sh"), 0o4755),
  ),
];

const kinds: readonly Tampering[] = [
  tampering("puts a link to a copy in the place of a file", "link-found", "references/a.md", (at) => {
    renameSync(at("references/a.md"), at("../elsewhere.md"));
    symlinkSync(at("../elsewhere.md"), at("references/a.md"));
  }),
  tampering("puts a link to a neighbour in the place of a file", "link-found", "references/a.md", (at) => {
    rmSync(at("references/a.md"));
    symlinkSync("b.md", at("references/a.md"));
  }),
  tampering("puts a link in the place of the instructions", "link-found", "SKILL.md", (at) => {
    renameSync(at("SKILL.md"), at("../SKILL.md"));
    symlinkSync("../SKILL.md", at("SKILL.md"));
  }),
  tampering("puts a link in the place of a folder", "link-found", "references", (at) => {
    renameSync(at("references"), at("../references"));
    symlinkSync("../references", at("references"));
  }),
  tampering("adds a link to nowhere", "link-found", "later.md", (at) => symlinkSync("../later.md", at("later.md"))),
  tampering("adds a link to the folder itself", "link-found", "again", (at) => symlinkSync(".", at("again"))),
  tampering("adds a pipe", "special-found", "pipe", (at) => void execFileSync("mkfifo", [at("pipe")])),
  tampering("puts a pipe in the place of a file", "special-found", "references/a.md", (at) => {
    rmSync(at("references/a.md"));
    execFileSync("mkfifo", [at("references/a.md")]);
  }),
  tampering("adds a repository", "git-found", ".git", (at) => put(at(".git/config"), "[core]\n")),
  tampering("adds a pointer to a repository", "git-found", "scripts/.git", (at) =>
    put(at("scripts/.git"), "gitdir: ../../elsewhere\n"),
  ),
];

const names: readonly Tampering[] = [
  tampering("adds a twin in other case", "case-twin", "skill.md", (at) => put(at("skill.md"), "other text")),
  tampering("adds a twin of a folder", "case-twin", "scripts", (at) => put(at("Scripts/evil.py"), "evil")),
  tampering("adds a twin in another Unicode form", "case-twin", "references/\u00e9.md", (at) => {
    put(at("references/\u00e9.md"), "one");
    put(at("references/e\u0301.md"), "two");
  }),
  tampering("adds a name that ends in a space", "path-refused", "SKILL.md ", (at) => put(at("SKILL.md "), "x")),
  tampering("adds a name with a backslash", "path-refused", "..\\up.md", (at) => put(at("..\\up.md"), "x")),
  tampering("adds a name with an invisible character", "path-refused", "SKILL\u200b.md", (at) =>
    put(at("SKILL\u200b.md"), "x"),
  ),
  tampering("adds a name with a line break", "path-refused", "a\nb.md", (at) => put(at("a\nb.md"), "x")),
  tampering("adds a name that reverses what is shown", "path-refused", "a\u202edm.exe", (at) =>
    put(at("a\u202edm.exe"), "x"),
  ),
  tampering("adds a name that is a device elsewhere", "path-refused", "con.md", (at) => put(at("con.md"), "x")),
  {
    name: "adds a name that is no UTF-8",
    code: "path-refused",
    path: "\uFFFD.md",
    change: (directory) =>
      writeFileSync(Buffer.concat([Buffer.from(`${directory}/`), Buffer.from([0xff]), Buffer.from(".md")]), "x"),
  },
];

/** Every way: changes of content, names, kinds and modes, as one who has the folder could make them. */
export const tamperBattery: readonly Tampering[] = [
  ...edits,
  ...additions,
  ...moves,
  ...endings,
  ...modes,
  ...kinds,
  ...names,
];
