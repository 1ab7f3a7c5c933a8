import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder that is gone after the test; files by relative path are written into it. */
export function tempFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-")));
  // An index may still be written behind the back of whoever listed skills.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A SKILL.md without fault. */
export function goodSkill(name: string): string {
  const description =
    "Counts the words of a text file and reports the total. Use when a person asks how long a text is.";
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# Counting\n\nRead the file, count, answer with the total.\n`;
}

/** A SKILL.md with a fault that can be mended. */
export function fixableSkill(name: string): string {
  return goodSkill(name).replace(`name: ${name}`, `name: ${name.toUpperCase()}`);
}

/** A SKILL.md that is valid, with something to warn about. */
export function warningSkill(name: string): string {
  return goodSkill(name).replace(/description: .*/, "description: Counts");
}
