import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Files of a skill with everything that can be overlooked: hidden, ignored, nested, empty, binary. */
export const sampleFiles: Readonly<Record<string, string | Uint8Array>> = {
  "SKILL.md":
    "---\nname: sample\ndescription: Counts the words of a text. Use when a person asks how long it is.\n---\n\n# Sample\n\nCount caf\u00e9s.\n",
  "scripts/run.sh": "#!/bin/sh\necho run\n",
  "scripts/lib.py": "print('lib')\n",
  "references/a.md": "# A\n\nfirst half\n",
  "references/b.md": "# B\n\nsecond half\n",
  "assets/logo.bin": new Uint8Array([0, 1, 2, 3, 254, 255]),
  "assets/table.csv": "a,b\r\n1,2\r\n",
  ".hidden/config.json": '{ "a": 1 }\n',
  ".gitignore": "dist/\n*.log\n",
  "node_modules/dep/index.js": "module.exports = 1;\n",
  "examples/other/SKILL.md": "---\nname: other\ndescription: Another skill, further down.\n---\n\nText.\n",
  "examples/SKILL.sigstore.json": '{ "not": "ours" }\n',
  "empty.txt": "",
};

/** An empty folder that is gone after the test. */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-supply-")));
  // An index may still be written behind the back of whoever listed skills.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  return folder;
}

/** Writes the sample skill into a folder below a new one; gives its path. */
export function writeSample(
  files: Readonly<Record<string, string | Uint8Array>> = sampleFiles,
  parent: string = tempFolder(),
): string {
  const folder = join(parent, "sample");
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  if ("scripts/run.sh" in files) chmodSync(join(folder, "scripts/run.sh"), 0o755);
  return folder;
}
