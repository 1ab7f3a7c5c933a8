import { describe, expect, it } from "vitest";
import type { SourceDiagnostic } from "../../../../src/core/source/skill-source.ts";
import { type SkillStorage, storageSkillSource } from "../../../../src/core/source/storage-skill-source.ts";

const text = (name: string) => `---\nname: ${name}\ndescription: Does ${name} things.\n---\nBody.\n`;

/** A storage as plain as can be: it neither filters nor checks. */
function plain(items: Record<string, unknown>): SkillStorage & { readonly reads: string[] } {
  const reads: string[] = [];
  return {
    reads,
    getKeys: async () => Object.keys(items),
    getItemRaw: async (key) => {
      reads.push(key);
      const value = items[key];
      if (value === "throw") throw new Error("postgres://user:s3cret@db failed");
      return value;
    },
  };
}

async function listed(storage: SkillStorage, options = {}) {
  const found: SourceDiagnostic[] = [];
  const source = storageSkillSource(storage, options);
  const entries = await source.list({ onDiagnostic: (diagnostic) => found.push(diagnostic) });
  return { source, entries, ids: entries.map(({ id }) => id), found };
}

describe("storageSkillSource", () => {
  it("reads keys with either separator, and nothing outside of its base", async () => {
    const storage = plain({
      "a:pdf:SKILL.md": text("pdf"),
      "a/xls/SKILL.md": text("xls"),
      "a/xls/references/x.md": "x",
      "ab:other:SKILL.md": text("other"),
      "b:secret:SKILL.md": text("secret"),
      "SKILL.md": text("root"),
      "a:SKILL.md": text("root"),
    });
    const { source, ids } = await listed(storage, { base: "a/" });
    expect(ids).toEqual(["pdf", "xls"]);
    expect(source.label).toBe("storage a");
    expect(await source.listResources?.("xls")).toEqual([{ path: "references/x.md" }]);
    expect(await source.readResource?.("xls", "references/x.md")).toEqual(new TextEncoder().encode("x"));
    expect(storage.reads.filter((key) => !key.startsWith("a:") && !key.startsWith("a/"))).toEqual([]);
  });

  it("leaves out what cannot be listed, says why, and has no secret in what it says", async () => {
    const { ids, found } = await listed(
      plain({
        "good:SKILL.md": text("good"),
        "none:SKILL.md": "no frontmatter",
        "empty:SKILL.md": "---\nname: empty\n---\n",
        "broken:SKILL.md": "throw",
        "error:SKILL.md": new Error("EACCES"),
        "gone:SKILL.md": null,
        "number:SKILL.md": 7,
        "object:SKILL.md": { name: "object" },
        "bytes:SKILL.md": new Uint8Array([0xff]),
        "large:SKILL.md": " ".repeat(2000),
        "..:SKILL.md": text("dots"),
        "con:SKILL.md": text("con"),
        "twin:SKILL.md": text("good"),
      }),
      { maxSkillBytes: 1000 },
    );
    expect(ids).toEqual(["good"]);
    const errors = found.filter(({ severity }) => severity === "error").map(({ code, path }) => [path, code]);
    expect(errors.filter(([, code]) => code === "entry-invalid").map(([path]) => path)).toEqual(
      ["..", "broken", "bytes", "con", "error", "gone", "large", "number", "object"].map((name) => `${name}:SKILL.md`),
    );
    expect(errors).toContainEqual(["empty:SKILL.md", "description-missing"]);
    expect(errors).toContainEqual(["none:SKILL.md", "description-missing"]);
    expect(found).toContainEqual(
      expect.objectContaining({ code: "skill-shadowed", id: "good", path: "twin:SKILL.md" }),
    );
    expect(JSON.stringify(found)).not.toContain("s3cret");
  });

  it("says which SKILL.md lie where it does not look", async () => {
    const { ids, found } = await listed(
      plain({
        "a:SKILL.md": text("root"),
        "a:pdf:SKILL.md": text("pdf"),
        "a:pdf:templates:SKILL.md": "a file of pdf",
        "a:grp:one:SKILL.md": text("one"),
        "a/grp/two/SKILL.md": text("two"),
        "a:other:deep:er:SKILL.md": text("deep"),
        "a:plain:notes.md": "no skill",
        "b:grp:one:SKILL.md": text("one"),
        "SKILL.md": text("outside"),
      }),
      { base: "a" },
    );
    expect(ids).toEqual(["pdf"]);
    expect(found.map(({ code, severity, path }) => [code, severity, path])).toEqual([
      ["entry-invalid", "warning", "a:SKILL.md"],
      ["entry-invalid", "warning", "a:grp:one:SKILL.md"],
      ["entry-invalid", "warning", "a:other:deep:er:SKILL.md"],
    ]);
    expect(found[1]?.message).toContain("2 SKILL.md");
    expect(found[1]?.message).toContain('"a:grp"');
  });

  it("says what a driver says that hands out errors as values", async () => {
    const storage = plain({ "pdf:SKILL.md": text("pdf"), "pdf:closed.md": new Error("EACCES") });
    await expect(storageSkillSource(storage).readResource?.("pdf", "closed.md")).rejects.toMatchObject({
      code: "file-unreadable",
      facts: { key: "pdf:closed.md" },
    });
  });

  it("refuses files whose names some system takes for one", async () => {
    const source = storageSkillSource(plain({ "pdf:SKILL.md": text("pdf"), "pdf:a.md": "a", "pdf:A.md": "A" }));
    await expect(source.readResource?.("pdf", "a.md")).rejects.toMatchObject({ code: "path-refused" });
    await expect(source.readResource?.("pdf", "A.md")).rejects.toMatchObject({ code: "path-refused" });
  });

  it("leaves out files that cannot be read safely, and says so", async () => {
    const { source, found } = await listed(
      plain({
        "pdf:SKILL.md": text("pdf"),
        "pdf:SKILL.md$": "meta",
        "pdf:..:..:secret": "s",
        "pdf:what?.md": "s",
        "pdf::empty": "s",
        "pdf:ok.md": "ok",
      }),
    );
    expect(await source.listResources?.("pdf")).toEqual([{ path: "ok.md" }]);
    expect(found).toMatchObject([{ code: "entry-invalid", severity: "warning", id: "pdf" }]);
    expect(found[0]?.message).toContain("3 files");
    for (const path of ["what?.md", "what", "SKILL.md$", "SKILL.md"]) {
      await expect(source.readResource?.("pdf", path)).rejects.toMatchObject({ code: "resource-missing" });
    }
  });

  it.each(["..", "../b", "a/../b", "a\\b", "a?b", "%2e%2e", "a//b", "__proto__"])("refuses the base %j", (base) => {
    expect(() => storageSkillSource(plain({}), { base })).toThrow(expect.objectContaining({ code: "path-refused" }));
  });

  it("throws when the keys cannot be listed", async () => {
    const storage = { ...plain({}), getKeys: () => Promise.reject(new Error("down s3cret")) };
    const error: Error = await storageSkillSource(storage)
      .list()
      .then(
        () => expect.unreachable(),
        (reason: Error) => reason,
      );
    expect(error).toMatchObject({ code: "source-unavailable" });
    expect(`${error.message}${JSON.stringify(error)}`).not.toContain("s3cret");
  });

  it("reads a few at a time", async () => {
    let running = 0;
    let most = 0;
    const keys = Array.from({ length: 50 }, (_, index) => `s${index}:SKILL.md`);
    const storage: SkillStorage = {
      getKeys: async () => keys,
      getItemRaw: async (key) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running -= 1;
        return text(key.split(":")[0] ?? "");
      },
    };
    expect((await listed(storage, { concurrency: 4 })).ids).toHaveLength(50);
    expect(most).toBe(4);
  });

  it("stops when the caller does, though the storage does not listen", async () => {
    const never = new Promise<never>(() => {});
    const signal = AbortSignal.timeout(20);
    const stuck = { getKeys: async () => ["a:SKILL.md"], getItemRaw: () => never };
    await expect(storageSkillSource(stuck).list({ signal })).rejects.toMatchObject({ name: "TimeoutError" });
    await expect(
      storageSkillSource({ ...stuck, getKeys: () => never }).list({ signal: AbortSignal.timeout(20) }),
    ).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("has no watch where the storage has none", () => {
    expect(storageSkillSource(plain({}))).not.toHaveProperty("watch");
  });
});
