import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyStep } from "../../../../src/supply/sync/transaction/apply-step.ts";
import type { Change } from "../../../../src/supply/sync/transaction/change.ts";
import { commitChanges, recoverChanges } from "../../../../src/supply/sync/transaction/commit-changes.ts";
import { readJournal, type Step, writeJournal } from "../../../../src/supply/sync/transaction/journal.ts";
import { stageChanges } from "../../../../src/supply/sync/transaction/stage-changes.ts";

let base: string;
let journal: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-transaction-")));
  journal = join(base, "state/journal.json");
  mkdirSync(join(base, "agents/skills/old"), { recursive: true });
  mkdirSync(join(base, "agents/skills/kept"), { recursive: true });
  writeFileSync(join(base, "agents/skills/old/SKILL.md"), "old");
  writeFileSync(join(base, "agents/skills/kept/SKILL.md"), "kept");
  symlinkSync("kept", join(base, "agents/skills/alias"));
  writeFileSync(join(base, "lock"), "lock 1");
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

const folder = (path: string, text: string): Change => ({
  kind: "folder",
  path: join(base, path),
  files: async () => [{ path: "SKILL.md", executable: false, bytes: new TextEncoder().encode(text) }],
});

function changes(): Change[] {
  return [
    folder("agents/skills/new", "new"),
    folder("agents/skills/kept", "kept 2"),
    { kind: "remove", path: join(base, "agents/skills/old") },
    { kind: "link", path: join(base, "agents/skills/alias"), target: "new" },
    { kind: "file", path: join(base, "deep/er/module.ts"), contents: "module" },
    { kind: "file", path: join(base, "lock"), contents: "lock 2" },
  ];
}

/** Everything below the folder but the journal's own. */
function state(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(base, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(base.length + 1);
    if (name.startsWith("state")) continue;
    found[name] = entry.isSymbolicLink()
      ? `-> ${readlinkSync(path)}`
      : entry.isFile()
        ? readFileSync(path, "utf8")
        : "folder";
  }
  return found;
}

const after = {
  agents: "folder",
  "agents/skills": "folder",
  "agents/skills/alias": "-> new",
  "agents/skills/kept": "folder",
  "agents/skills/kept/SKILL.md": "kept 2",
  "agents/skills/new": "folder",
  "agents/skills/new/SKILL.md": "new",
  deep: "folder",
  "deep/er": "folder",
  "deep/er/module.ts": "module",
  lock: "lock 2",
};

async function staged(): Promise<{ readonly stages: string[]; readonly steps: Step[] }> {
  const stageOf = ({ kind, path }: Change): string =>
    join(kind === "file" ? dirname(path) : dirname(dirname(path)), ".tradecraft-test");
  const stages = [...new Set(changes().map(stageOf))];
  for (const stage of stages) mkdirSync(stage, { recursive: true });
  return { stages, steps: await stageChanges(changes(), stageOf) };
}

describe("commitChanges", () => {
  it("makes every change, and leaves nothing else behind", async () => {
    await commitChanges(changes(), journal);
    expect(state()).toEqual(after);
    expect(await readJournal(journal)).toBeUndefined();
  });

  it("makes none when something cannot be staged", async () => {
    const before = state();
    const broken: Change = {
      kind: "folder",
      path: join(base, "new/agents/skills/x"),
      files: () => Promise.reject(new Error("gone")),
    };
    await expect(commitChanges([...changes(), broken], journal)).rejects.toThrow("gone");
    expect(state()).toEqual(before);
    expect(await readJournal(journal)).toBeUndefined();
  });

  it("takes everything back when something cannot be moved", async () => {
    const before = state();
    // A folder cannot take the place of a file's parent.
    const broken: Change = { kind: "file", path: join(base, "agents"), contents: "x" };
    await expect(commitChanges([...changes(), broken], journal)).rejects.toThrow();
    expect(state()).toEqual(before);
  });
});

describe("recoverChanges", () => {
  it("has nothing to do when nothing was cut off", async () => {
    expect(await recoverChanges(journal)).toBe("none");
  });

  it("undoes what was not yet staged in full, folders made for it included", async () => {
    const before = state();
    const { stages } = await staged();
    await writeJournal(journal, { phase: "stage", stages, created: [join(base, "deep"), join(base, "deep/er")] });
    expect(await recoverChanges(journal)).toBe("undone");
    expect(state()).toEqual(before);
  });

  it.each([0, 1, 2, 3, 4, 5, 6])("finishes what was cut off after %i moves", async (made) => {
    const { stages, steps } = await staged();
    await writeJournal(journal, { phase: "commit", stages, steps });
    for (const step of steps.slice(0, made)) await applyStep(step);
    // The next move may have been half done: the old thing gone, the new one not there yet.
    const next = steps[made];
    if (next !== undefined && next.kind !== "file" && existsSync(next.target)) renameSync(next.target, next.old);
    expect(await recoverChanges(journal)).toBe("finished");
    expect(state()).toEqual(after);
    expect(await recoverChanges(journal)).toBe("none");
  });
});
