import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

// What a pin meant when it was last asked about, for those who are offline. It names a content, and the content is
// verified; that the pin still means it is what nobody can say offline.

function fileOf(folder: string, question: string): string {
  return join(folder, "pins", createHash("sha256").update(question).digest("hex").slice(0, 40));
}

/** Keeps an answer for those who are offline later; where it cannot be kept it is asked again. */
export async function remember(folder: string, question: string, answer: unknown): Promise<void> {
  const file = fileOf(folder, question);
  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(join(folder, "pins"), { recursive: true, mode: 0o700 });
    await writeFile(draft, JSON.stringify(answer), { mode: 0o600, flag: "wx" });
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** The last answer, with nothing known about its form; undefined if there is none. */
export async function recall(folder: string, question: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const answer: unknown = JSON.parse(await readFile(fileOf(folder, question), "utf8"));
    return typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
