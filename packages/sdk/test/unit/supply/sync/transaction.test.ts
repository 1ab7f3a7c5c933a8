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

describe("recoverChanges, after somebody changed things since", () => {
  const at = (path: string): string => join(base, path);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };

  async function cutOff(made = 0): Promise<readonly Step[]> {
    const { stages, steps } = await staged();
    await writeJournal(journal, { phase: "commit", stages, steps });
    for (const step of steps.slice(0, made)) await applyStep(step);
    return steps;
  }

  it.each<[string, string, () => void]>([
    ["a file", "lock", () => write("lock", "mine")],
    ["a file of the same size", "lock", () => write("lock", "lock 9")],
    ["a file where none was", "deep/er/module.ts", () => write("deep/er/module.ts", "mine")],
    ["a file in a folder", "agents/skills/kept", () => write("agents/skills/kept/SKILL.md", "mine")],
    ["a file beside the others", "agents/skills/kept", () => write("agents/skills/kept/notes.md", "mine")],
    ["a folder where none was", "agents/skills/new", () => write("agents/skills/new/SKILL.md", "mine")],
    ["what is to be removed", "agents/skills/old", () => write("agents/skills/old/SKILL.md", "mine")],
    [
      "a link",
      "agents/skills/alias",
      () => {
        rmSync(at("agents/skills/alias"));
        symlinkSync("old", at("agents/skills/alias"));
      },
    ],
  ])("does not overwrite %s, and does nothing else either", async (_, path, edit) => {
    await cutOff();
    edit();
    const before = state();
    const refused = recoverChanges(journal);
    await expect(refused).rejects.toMatchObject({ code: "sync-conflict", facts: { path: at(path), changes: 1 } });
    await expect(refused).rejects.toThrow(/--force/);
    expect(state()).toEqual(before);
    expect(await recoverChanges(journal, { force: true })).toBe("finished");
    expect(state()).toEqual(after);
  });

  it("does not overwrite what took the place of a folder that was moved away", async () => {
    const steps = await cutOff(1);
    renameSync(at("agents/skills/kept"), steps[1]?.old ?? "");
    write("agents/skills/kept/SKILL.md", "mine");
    await expect(recoverChanges(journal)).rejects.toMatchObject({ code: "sync-conflict" });
    expect(state()["agents/skills/kept/SKILL.md"]).toBe("mine");
    // Moved elsewhere, it is in nobody's way.
    renameSync(at("agents/skills/kept"), at("mine"));
    expect(await recoverChanges(journal)).toBe("finished");
    expect(state()).toEqual({ ...after, mine: "folder", "mine/SKILL.md": "mine" });
  });

  it("leaves alone what was changed where the move was made already", async () => {
    await cutOff(6);
    write("lock", "mine");
    write("agents/skills/kept/SKILL.md", "mine");
    write("agents/skills/old/SKILL.md", "mine");
    expect(await recoverChanges(journal)).toBe("finished");
    expect(state()).toEqual({
      ...after,
      lock: "mine",
      "agents/skills/kept/SKILL.md": "mine",
      "agents/skills/old": "folder",
      "agents/skills/old/SKILL.md": "mine",
    });
  });

  it.each([false, true])("does not write where a link has come to lead, forced: %s", async (force) => {
    await cutOff();
    mkdirSync(at("outside"));
    renameSync(at("agents"), at("elsewhere"));
    symlinkSync(at("outside"), at("agents"));
    await expect(recoverChanges(journal, { force })).rejects.toMatchObject({ code: "path-refused" });
    expect(readdirSync(at("outside"))).toEqual([]);
    rmSync(at("agents"));
    renameSync(at("elsewhere"), at("agents"));
    rmSync(at("outside"), { recursive: true });
    expect(await recoverChanges(journal)).toBe("finished");
    expect(state()).toEqual(after);
  });

  it("finishes what a version left that did not note what was there", async () => {
    const { stages, steps } = await staged();
    const bare = steps.map(({ was: _was, parent: _parent, ...step }) => step);
    await writeJournal(journal, { phase: "commit", stages, steps: bare });
    expect(await recoverChanges(journal)).toBe("finished");
    expect(state()).toEqual(after);
  });

  it("takes the old thing put back, and the new one put there, for what they are", async () => {
    const steps = await cutOff(1);
    renameSync(at("agents/skills/kept"), steps[1]?.old ?? "");
    write("agents/skills/kept/SKILL.md", "kept");
    write("lock", "lock 2");
    expect(await recoverChanges(journal)).toBe("finished");
    expect(state()).toEqual(after);
  });
});
