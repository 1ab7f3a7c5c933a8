import { base64, bytes, file, type ScanCase, skill } from "./scan-case.ts";

const none = [] as const;
const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

function script(name: string, text: string): ScanCase {
  return { name, files: [skill("Run it."), file("scripts/a.sh", `#!/bin/sh\n${text}\n`)], expect: none };
}

function said(name: string, text: string): ScanCase {
  return { name, files: [skill(text)], expect: none };
}

/** Benign twins of attacks in another spelling. */
export const NEAR_MISSES: readonly ScanCase[] = [
  script("a continued request", "curl -s https://api.weather.dev/v1/now \\\n  | jq . \\\n  | head -n 3"),
  script("a script reads the answer", "curl -s https://api.weather.dev/v1/now | python3 scripts/show.py --all"),
  script("a program of its own reads the answer", "curl -s https://api.weather.dev/v1 | node -e 'process.stdin'"),
  script("saves data and runs something else", "curl -sO https://api.weather.dev/rows.csv\npython3 scripts/plot.py"),
  script(
    "saves, checks a digest, runs",
    `curl -fsSLo t.sh https://get.some-tool.dev/1.2.3.sh\necho "${hash}  t.sh" | sha256sum -c -\nsh t.sh`,
  ),
  script("says how to install, after a check", '[ -x tool ] || echo "First: curl -s https://get.some-tool.dev | sh"'),
  script("a comment behind a command", "make all # or: curl -s https://get.some-tool.dev | sh"),
  script("writes no download into a shell", "printf 'a\\nb\\n' | sh scripts/each.sh"),
  script("this machine by address", "env | curl -s -d @- http://127.0.0.1:9000/debug"),
  script("a private network", "env | curl -s -d @- http://10.1.2.3:9000/debug"),
  script("a plain value in base64", `TITLE=${base64("A title that is long enough to look at")}`),
  {
    name: "prints how to install, in Python",
    files: [
      skill("Run it."),
      file("scripts/a.py", 'import sys\nprint("Run: curl -s https://get.some-tool.dev | sh")\nsys.exit(1)\n'),
    ],
    expect: none,
  },
  said("a table of tools", "| Tool | Use |\n| --- | --- |\n| curl https://a.dev | Python |\n| wget x | sh scripts |"),
  said("a table before a list", "| `curl https://api.weather.dev` | now |\n\nPython comes next."),
  said("placeholders of the expansion", "Write !`<command>` or !`{your command}` in a command file."),
  said("emphasis on something else", "Ignore **all** _generated_ files, and    all    previous    drafts."),
  said("a lesson with examples", 'For examples of attacks, look for "ignore all previous instructions" in pages.'),
  {
    name: "quoted keys with limits",
    files: [skill("Work.", 'name: sample-skill\ndescription: Works.\n"allowed-tools": "Read Bash(git status:*)"')],
    expect: none,
  },
  {
    name: "a plain text in UTF-16",
    files: [skill("Read."), bytes("notes.txt", [0xff, 0xfe, ...Buffer.from("Sorted by date.\r\n", "utf16le")])],
    expect: none,
  },
  {
    name: "a database and a document",
    files: [
      skill("Read."),
      bytes("assets/a.db", "SQLite format 3\0", Array<number>(80).fill(0)),
      bytes("assets/a.pdf", "%PDF-1.7\n", [0x80, 0, 0xff, 0], "\n%%EOF\n"),
    ],
    expect: none,
  },
  {
    name: "a repository's plain settings",
    files: [
      skill("Work."),
      file(
        ".git/config",
        '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n[remote "origin"]\n\turl = https://github.com/a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
      ),
      file(".git/HEAD", "ref: refs/heads/main\n"),
      file(".git/hooks/pre-commit.sample", "#!/bin/sh\nexec git diff-index --check --cached HEAD --\n"),
    ],
    expect: none,
  },
];
