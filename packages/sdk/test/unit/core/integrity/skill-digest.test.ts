import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { memoryApprovalStore } from "../../../../src/core/integrity/memory-approval-store.ts";
import { type PinnableSkill, pinSkillFiles } from "../../../../src/core/integrity/pin-skill-files.ts";
import { skillDigest } from "../../../../src/core/integrity/skill-digest.ts";
import type { SkillFileList } from "../../../../src/core/integrity/skill-file-list.ts";

const hash = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

function skillOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  executables: readonly string[] = [],
): PinnableSkill {
  return {
    readSkill: async () => files["SKILL.md"] ?? "",
    listResources: async () =>
      Object.keys(files)
        .filter((path) => path !== "SKILL.md")
        .map((path) => ({ path, executable: executables.includes(path) })),
    readResource: async (path) => files[path] ?? "",
  };
}

const digestOf = async (...given: Parameters<typeof skillOf>): Promise<string> =>
  skillDigest(await pinSkillFiles(skillOf(...given)));

describe("pinSkillFiles", () => {
  it("lists every file, sorted, with what it holds", async () => {
    const files = { "scripts/ü.sh": "echo\n", "SKILL.md": "text", "a.bin": new Uint8Array([0, 255]) };
    expect(await pinSkillFiles(skillOf(files, ["scripts/ü.sh"]))).toEqual([
      { path: "SKILL.md", size: 4, executable: false, sha256: hash("text") },
      { path: "a.bin", size: 2, executable: false, sha256: hash(new Uint8Array([0, 255])) },
      { path: "scripts/ü.sh", size: 5, executable: true, sha256: hash("echo\n") },
    ]);
  });

  it("has limits", async () => {
    const skill = skillOf({ "SKILL.md": "12345", a: "12345", b: "12345" });
    expect(await pinSkillFiles(skill, { maxFiles: 3, maxBytes: 15 })).toHaveLength(3);
    await expect(pinSkillFiles(skill, { maxFiles: 2 })).rejects.toMatchObject({ code: "file-too-large" });
    await expect(pinSkillFiles(skill, { maxBytes: 14 })).rejects.toMatchObject({ code: "file-too-large" });
  });

  it("refuses paths that are none, or that two files have", async () => {
    for (const path of ["../a", "/a", "a\\b", "./a", "a//b", "a\nb", "__proto__"]) {
      const skill = { ...skillOf({}), listResources: async () => [{ path }] };
      await expect(pinSkillFiles(skill), path).rejects.toMatchObject({ code: "path-refused" });
    }
    for (const twice of [[{ path: "a" }, { path: "a" }], [{ path: "SKILL.md" }]]) {
      await expect(pinSkillFiles({ ...skillOf({}), listResources: async () => twice })).rejects.toMatchObject({
        code: "path-refused",
      });
    }
  });

  it("stops when it is told to", async () => {
    await expect(pinSkillFiles(skillOf({ a: "" }), { signal: AbortSignal.abort(new Error("stop")) })).rejects.toThrow(
      "stop",
    );
  });
});

describe("skillDigest", () => {
  // printf 'tradecraft skill files 1\n2\n8 SKILL.md\n3 - %s\n13 scripts/ü.sh\n5 x %s\n' "$(printf 'hi\n' | sha256sum | cut -c-64)" "$(printf 'echo\n' | sha256sum | cut -c-64)" | sha256sum
  it("is the one that any tool computes from the same bytes", async () => {
    expect(await digestOf({ "SKILL.md": "hi\n", "scripts/ü.sh": "echo\n" }, ["scripts/ü.sh"])).toBe(
      "sha256:5c1937289186e4356e588008171dc77d95f63fe4a87de3a84fb42f749900ab70",
    );
    expect(await skillDigest([])).toBe(`sha256:${hash("tradecraft skill files 1\n0\n")}`);
  });

  it("does not depend on the order of the list", async () => {
    const files = await pinSkillFiles(
      skillOf({ "SKILL.md": "x", b: "1", a: "2", "a/b": "3", Z: "4", "\u{1f600}": "5", "\uff5e": "6" }),
    );
    expect(await skillDigest([...files].reverse())).toBe(await skillDigest(files));
  });

  it("changes when bytes move between a path and a content, between files, or when a file may run", async () => {
    const variants: Parameters<typeof skillOf>[] = [
      [{ "SKILL.md": "x", ab: "cd", e: "f" }],
      [{ "SKILL.md": "x", abc: "d", e: "f" }],
      [{ "SKILL.md": "x", a: "bcd", e: "f" }],
      [{ "SKILL.md": "x", ab: "c", e: "df" }],
      [{ "SKILL.md": "x", ab: "cdef" }],
      [{ "SKILL.md": "x", ab: "cde", f: "" }],
      [{ "SKILL.md": "xab", cd: "", e: "f" }],
      [{ "SKILL.md": "x", ab: "cd", e: "f" }, ["ab"]],
      [{ "SKILL.md": "x", ab: "cd", e: "f" }, ["e"]],
      [{ "SKILL.md": "x", ab: "f", e: "cd" }],
      [{ "SKILL.md": "x", "ab 2": "cd", e: "f" }],
    ];
    const digests = await Promise.all(variants.map((variant) => digestOf(...variant)));
    expect(new Set(digests).size).toBe(variants.length);
  });

  it("is not fooled by a path that looks like the frame", async () => {
    const first = { path: "a", size: 1, executable: false, sha256: hash("1") };
    const second = { path: "b", size: 1, executable: false, sha256: hash("2") };
    const forged = { ...second, path: `a\n1 - ${hash("1")}\n1 b` };
    expect(await skillDigest([forged])).not.toBe(await skillDigest([first, second]));
  });

  it("refuses lists that are none", async () => {
    const file = { path: "a", size: 1, executable: false, sha256: hash("1") };
    const bad: SkillFileList[] = [
      [file, file],
      [{ ...file, path: "" }],
      [{ ...file, path: "\ud800" }],
      [{ ...file, size: -1 }],
      [{ ...file, size: 0.5 }],
      [{ ...file, sha256: hash("1").toUpperCase() }],
      [{ ...file, sha256: "" }],
    ];
    for (const list of bad) await expect(skillDigest(list)).rejects.toMatchObject({ code: "skill-invalid" });
  });
});

describe("memoryApprovalStore", () => {
  const approval = { action: "run scripts/a.sh", skill: "tool", digest: "sha256:1" };

  it("is about one skill with one content", async () => {
    const store = memoryApprovalStore();
    await store.add(approval);
    expect(await store.has({ ...approval })).toBe(true);
    for (const other of [
      { action: "run scripts/b.sh" },
      { action: "run *" },
      { skill: "other" },
      { digest: "sha256:2" },
    ]) {
      expect(await store.has({ ...approval, ...other })).toBe(false);
    }
    await store.revoke("tool");
    expect(await store.has(approval)).toBe(false);
  });

  it("knows approvals of everything of a kind", async () => {
    const store = memoryApprovalStore();
    await store.add({ ...approval, action: "run *" });
    expect(await store.has(approval)).toBe(true);
    expect(await store.has({ ...approval, digest: "sha256:2" })).toBe(false);
    expect(await store.has({ ...approval, action: "running" })).toBe(false);
  });
});
