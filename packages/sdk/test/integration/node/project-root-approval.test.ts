import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { memoryApprovalStore } from "../../../src/core/integrity/memory-approval-store.ts";
import {
  approvedRoots,
  discoverSkillRoots,
  PROJECT_SKILLS_ACTION,
  projectRootApproval,
} from "../../../src/node/index.ts";

function project(): {
  readonly cwd: string;
  readonly root: string;
  readonly write: (path: string, text: string) => void;
} {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-root-")));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const root = join(cwd, ".agents/skills");
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("a/SKILL.md", "---\nname: a\ndescription: Does a thing.\n---\n\nDo it.\n");
  return { cwd, root, write };
}

describe("trust in a project's folder", () => {
  it("is bound to its real path and to every file of its skills", async () => {
    const { cwd, root, write } = project();
    const approval = await projectRootApproval({ path: root });
    expect(approval).toMatchObject({ action: PROJECT_SKILLS_ACTION, skill: root });
    symlinkSync(root, join(cwd, "link"));
    expect(await projectRootApproval({ path: join(cwd, "link") })).toEqual(approval);
    write("a/notes.md", "new\n");
    expect((await projectRootApproval({ path: root })).digest).not.toBe(approval.digest);
  });

  it("decides for discovery, and ends with a change", async () => {
    const { cwd, root, write } = project();
    const store = memoryApprovalStore();
    const trusted = async (): Promise<boolean[]> =>
      (await discoverSkillRoots({ cwd, home: `${cwd}-home`, env: {}, trust: approvedRoots(store) })).map(
        (found) => found.trusted,
      );
    expect(await trusted()).toEqual([false]);
    await store.add(await projectRootApproval({ path: root }));
    expect(await store.list?.()).toHaveLength(1);
    expect(await trusted()).toEqual([true]);
    write("b/SKILL.md", "---\nname: b\ndescription: Another.\n---\n\nDo it.\n");
    expect(await trusted()).toEqual([false]);
  });

  it("is none where the folder or the store cannot be read", async () => {
    const decide = approvedRoots(memoryApprovalStore());
    expect(await decide({ path: "/there/is/nothing" })).toBe(false);
  });
});
