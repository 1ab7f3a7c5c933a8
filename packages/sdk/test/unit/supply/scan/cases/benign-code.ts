import { base64, bytes, file, type ScanCase, skill, zipWith } from "./scan-case.ts";

const none = [] as const;
const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

/** Code that looks like attacks and is none. */
export const BENIGN_CODE: readonly ScanCase[] = [
  {
    name: "downloads data and reads it",
    files: [
      skill("Run it."),
      file("scripts/a.sh", "#!/bin/sh\ncurl -fsSL https://api.weather.dev/v1/now | jq .temperature\n"),
    ],
    expect: none,
  },
  {
    name: "pipes to a formatter",
    files: [skill("```bash\ncurl -s https://api.weather.dev/v1/now | python3 -m json.tool\n```")],
    expect: none,
  },
  {
    name: "downloads, checks a digest, unpacks",
    files: [
      skill("Run it."),
      file(
        "scripts/a.sh",
        `#!/bin/sh\ncurl -fsSLo tool.tgz https://get.some-tool.dev/tool-1.2.3.tgz\necho "${hash}  tool.tgz" | sha256sum -c -\ntar xzf tool.tgz\n`,
      ),
    ],
    expect: none,
  },
  {
    name: "prints how to install",
    files: [
      skill("Run it."),
      file("scripts/a.sh", 'echo "Install it first: curl -fsSL https://get.some-tool.dev | sh"\nexit 1\n'),
    ],
    expect: none,
  },
  {
    name: "decodes base64 to a file",
    files: [skill("Run it."), file("scripts/a.sh", 'echo "$IMAGE" | base64 -d > out.png\n')],
    expect: none,
  },
  {
    name: "decodes an answer in Python",
    files: [
      skill("Run it."),
      file(
        "scripts/a.py",
        "import base64, json\ndata = json.loads(base64.b64decode(open('in.txt').read()))\nprint(data['name'])\n",
      ),
    ],
    expect: none,
  },
  {
    name: "an image in a data: address",
    files: [skill(`![dot](data:image/png;base64,${base64("x".repeat(300))})`)],
    expect: none,
  },
  {
    name: "digests in a lock file",
    files: [
      skill("Run it."),
      file("package-lock.json", `{ "packages": { "a": { "integrity": "sha512-${base64("y".repeat(64))}" } } }`),
    ],
    expect: none,
  },
  {
    name: "an API key goes to its own API",
    files: [
      skill("Run it."),
      file(
        "scripts/a.py",
        'import os, requests\nkey = os.environ["OPENAI_API_KEY"]\nr = requests.post(\n    "https://api.openai.com/v1/responses",\n    headers={"Authorization": f"Bearer {key}"},\n    json={"model": "m"},\n)\nprint(r.json())\n',
      ),
    ],
    expect: none,
  },
  {
    name: "a token goes to its own API with curl",
    files: [skill('```bash\ncurl -H "Authorization: Bearer $GITHUB_TOKEN" https://api.github.com/user\n```')],
    expect: none,
  },
  {
    name: "a key of no provider",
    files: [
      skill("Run it."),
      file(
        "scripts/a.js",
        'const key = process.env.ACME_API_KEY;\nconst r = await fetch("https://api.acme.dev/v2/items", { headers: { "x-api-key": key } });\nconsole.log(await r.json());\n',
      ),
    ],
    expect: none,
  },
  {
    name: "an environment for a child process",
    files: [
      skill("Run it."),
      file(
        "scripts/a.py",
        'import os, subprocess, requests\nenv = os.environ.copy()\nenv["LANG"] = "C"\nsubprocess.run(["git", "status"], env=env)\nprint(requests.get("https://api.weather.dev/v1/now").text)\n',
      ),
    ],
    expect: none,
  },
  {
    name: "an environment for a child process, in JavaScript",
    files: [
      skill("Run it."),
      file(
        "scripts/a.mjs",
        'import { spawnSync } from "node:child_process";\nspawnSync("git", ["status"], { env: { ...process.env, LANG: "C" } });\nconst r = await fetch("https://api.weather.dev/v1/now");\nconsole.log(await r.text());\n',
      ),
    ],
    expect: none,
  },
  {
    name: "a key that ssh uses",
    files: [
      skill("Run it."),
      file(
        "scripts/deploy.sh",
        "scp -i ~/.ssh/id_ed25519 build.tgz deploy@app.some-tool.dev:/srv/\nchmod 600 ~/.ssh/id_ed25519\n",
      ),
    ],
    expect: none,
  },
  {
    name: "an eval of a calculator",
    files: [skill("Run it."), file("scripts/a.py", "import ast\nprint(ast.literal_eval(input()))\nmodel.eval()\n")],
    expect: none,
  },
  {
    name: "regular expressions with exec",
    files: [
      skill("Run it."),
      file(
        "scripts/a.js",
        'const match = /a+/.exec(text);\nconst rows = await (await fetch("https://api.weather.dev/v1/rows")).json();\nconsole.log(match, rows);\n',
      ),
    ],
    expect: none,
  },
  {
    name: "pinned installs",
    files: [
      skill("Run it."),
      file(
        "scripts/a.sh",
        "npx prettier@3.6.2 --check .\npip install requests==2.32.3\nuvx ruff@0.9.1 check\nnpm ci\n",
      ),
    ],
    expect: none,
  },
  {
    name: "installs what the project asks for",
    files: [skill("```bash\nnpm install\npip install -r requirements.txt\nuv sync\n```")],
    expect: none,
  },
  {
    name: "an Office template",
    files: [skill("Fill it."), zipWith("assets/letter.docx", "word/document.xml")],
    expect: none,
  },
  {
    name: "a font and a picture",
    files: [
      skill("Look."),
      bytes("assets/a.woff2", "wOF2", Array<number>(40).fill(0)),
      bytes("assets/a.png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], Array<number>(40).fill(0)),
    ],
    expect: none,
  },
  {
    name: "a package with ordinary scripts",
    files: [
      skill("Run it."),
      file("package.json", '{ "name": "x", "scripts": { "test": "vitest", "build": "tsc -b", "prepare": "husky" } }'),
    ],
    expect: none,
  },
  {
    name: "a project with a modern build",
    files: [
      skill("Run it."),
      file("pyproject.toml", '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'),
    ],
    expect: none,
  },
  {
    name: "reads a profile",
    files: [
      skill("Run it."),
      file("scripts/a.sh", 'grep -q "some-tool" ~/.bashrc && echo "set up"\nsource ~/.profile\n'),
    ],
    expect: none,
  },
  {
    name: "installs a skill in the open",
    files: [skill("```bash\ncp -r my-skill ~/.claude/skills/\n```")],
    expect: none,
  },
  {
    name: "waits for a port",
    files: [skill("Run it."), file("scripts/a.sh", "until nc -z localhost 5432; do sleep 1; done\n")],
    expect: none,
  },
  {
    name: "a server of its own",
    files: [
      skill("Run it."),
      file("scripts/a.py", 'import socket\ns = socket.socket()\ns.bind(("127.0.0.1", 8000))\ns.listen()\n'),
    ],
    expect: none,
  },
  {
    name: "an endpoint on this machine gets the environment",
    files: [
      skill("Run it."),
      file("scripts/a.sh", "env | curl -s -X POST --data-binary @- http://localhost:9000/debug\n"),
    ],
    expect: none,
  },
  { name: "a hash of a long text", files: [skill(`Expect sha256 ${hash}${hash}.`)], expect: none },
  {
    name: "a comment on how to set up completion",
    files: [
      skill("Run it."),
      file(
        "scripts/a.sh",
        '#!/bin/sh\n# Installation: tool completion >> ~/.bashrc\necho "or run: tool completion >> ~/.zshrc"\n',
      ),
    ],
    expect: none,
  },
];
