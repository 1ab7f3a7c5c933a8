import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ApprovalStore } from "../../../src/core/integrity/approval-store.ts";
import { memoryApprovalStore } from "../../../src/core/integrity/memory-approval-store.ts";
import { createSkillRegistry } from "../../../src/core/registry/create-skill-registry.ts";
import {
  approvedRoots,
  discoverSkillRoots,
  folderSkillSource,
  PROJECT_SKILLS_ACTION,
  projectRootApproval,
  type SkillRoot,
} from "../../../src/node/index.ts";
import { sampleFiles, writeSample } from "../../support/sample-skill.ts";
import { tamperBattery } from "../../support/tamper-battery.ts";

const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

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

const trustedRoots = (cwd: string, store: ApprovalStore): Promise<SkillRoot[]> =>
  discoverSkillRoots({ cwd, home: `${cwd}-home`, env: {}, trust: approvedRoots(store) });

const skillText = (name: string, description = "Does a thing."): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`;

/** A project with the sample skill in its folder, which somebody agreed to. */
async function agreed(): Promise<{ cwd: string; root: string; sample: string; store: ApprovalStore }> {
  const { cwd, root } = project();
  const sample = writeSample(sampleFiles, root);
  const store = memoryApprovalStore();
  await store.add(await projectRootApproval({ path: root }));
  expect(await trustedRoots(cwd, store)).toMatchObject([{ trusted: true }]);
  return { cwd, root, sample, store };
}

describe.runIf(process.platform !== "win32")("a project's folder that was tampered with", () => {
  it.each(tamperBattery)("is trusted no more: $name", async ({ change }) => {
    const { cwd, sample, store, root } = await agreed();
    const registry = createSkillRegistry(folderSkillSource(await trustedRoots(cwd, store), { index: false }));
    expect((await registry.catalog()).map(({ id }) => id)).toContain("sample");
    change(sample);
    expect((await trustedRoots(cwd, store)).filter(({ path }) => path === root)).toMatchObject([{ trusted: false }]);
    // Found before it was tampered with, and asked again.
    await expect(registry.directory("sample")).rejects.toMatchObject({ name: "SkillError" });
    await registry.refresh();
    expect(await registry.catalog()).toEqual([]);
    expect(await registry.diagnostics()).toMatchObject([{ code: "folder-untrusted" }]);
  });

  it.each<[string, (root: string) => void]>([
    ["a file beside its skills", (root) => writeFileSync(join(root, "README.md"), "x")],
    ["a hidden file beside its skills", (root) => writeFileSync(join(root, ".env"), "x")],
    ["a repository", (root) => mkdirSync(join(root, ".git"))],
    ["a link beside its skills", (root) => symlinkSync("/etc", join(root, "etc"))],
    ["modules beside its skills", (root) => put(join(root, "node_modules/a/index.js"), "x")],
    ["a SKILL.md without frontmatter", (root) => put(join(root, "none/SKILL.md"), "Text.")],
    ["another folder with a skill of the same name", (root) => put(join(root, "z/SKILL.md"), skillText("sample"))],
    ["a right to run the SKILL.md", (root) => chmodSync(join(root, "a/SKILL.md"), 0o755)],
    ["a skill that is code further down", (root) => put(join(root, "a/b/c/d/e/SKILL.md"), skillText("deep"))],
  ])("is trusted no more with %s", async (_name, change) => {
    const { cwd, root, store } = await agreed();
    change(root);
    expect(await trustedRoots(cwd, store)).toMatchObject([{ trusted: false }]);
  });
});

describe("skills of a project's folder that was agreed to", () => {
  const open = async (cwd: string, store: ApprovalStore) =>
    createSkillRegistry(folderSkillSource(await trustedRoots(cwd, store), { index: false }));

  it("are left out once another is added, and back once it is gone", async () => {
    const { cwd, root, store } = await agreed();
    const registry = await open(cwd, store);
    const before = (await registry.catalog()).map(({ id }) => id);
    put(join(root, "later/SKILL.md"), skillText("later"));
    expect(await registry.refresh()).toBe(true);
    expect(await registry.catalog()).toEqual([]);
    rmSync(join(root, "later"), { recursive: true });
    await registry.refresh();
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(before);
  });

  it("are left out when a watcher hears of another", async () => {
    const { cwd, root, store } = await agreed();
    const registry = await open(cwd, store);
    const heard = new Promise<void>((resolve) => {
      void registry.watch(resolve).then((stop) => {
        onTestFinished(stop);
        put(join(root, "later/SKILL.md"), skillText("later"));
      });
    });
    await heard;
    expect(await registry.has("later")).toBe(false);
  });

  it("are given as they were agreed to, and not at all otherwise, also between two listings", async () => {
    const { cwd, root, store } = await agreed();
    const registry = await open(cwd, store);
    expect((await registry.trigger("a")).body).toContain("Do it.");
    writeFileSync(join(root, "a/SKILL.md"), skillText("a").replace("Do it.", "Do evil."));
    await expect(registry.trigger("a")).rejects.toMatchObject({ code: "digest-mismatch" });
    writeFileSync(join(root, "a/new.md"), "evil");
    await expect(registry.files("a")).rejects.toMatchObject({ code: "digest-mismatch" });
    await expect(registry.resource("a", "new.md")).rejects.toMatchObject({ code: "digest-mismatch" });
    await expect(registry.directory("a")).rejects.toMatchObject({ code: "digest-mismatch" });
    expect(await registry.resource("sample", "references/a.md")).toContain("first half");
  });

  it("do not bind the skills of other folders", async () => {
    const { cwd, store } = await agreed();
    const mine = join(cwd, "mine");
    put(join(mine, "own/SKILL.md"), skillText("own"));
    const roots = [...(await trustedRoots(cwd, store)), { path: mine, scope: "given", trusted: true } as const];
    const registry = createSkillRegistry(folderSkillSource(roots, { index: false }));
    expect(await registry.has("own")).toBe(true);
    put(join(mine, "own/SKILL.md"), skillText("own", "Another thing."));
    expect((await registry.trigger("own")).description).toBe("Another thing.");
    expect(await registry.directory("own")).toBe(join(mine, "own"));
  });
});

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
