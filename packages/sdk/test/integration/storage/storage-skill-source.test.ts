import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SourceDiagnostic, storageSkillSource } from "@tradecraft/sdk";
import { createStorage, prefixStorage, type Storage } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import memoryDriver from "unstorage/drivers/memory";
import { describe, expect, it, onTestFinished } from "vitest";

const text = (name: string, body = "Body.") => `---\nname: ${name}\ndescription: Does ${name} things.\n---\n${body}\n`;
const utf8 = new TextEncoder();

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tradecraft-storage-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A driver that keeps text only: bytes go through base64, as with many remote ones. */
function textOnlyDriver() {
  const { getItemRaw: _get, setItemRaw: _set, ...driver } = memoryDriver();
  return driver;
}

const drivers: [string, () => Promise<Storage>][] = [
  ["memory", async () => createStorage({ driver: memoryDriver() })],
  ["text only", async () => createStorage({ driver: textOnlyDriver() })],
  ["folder", async () => createStorage({ driver: fsDriver({ base: await temporaryFolder() }) })],
  ["prefix", async () => prefixStorage(createStorage(), "company:team")],
];

describe.each(drivers)("unstorage, driver %s", (_name, create) => {
  it.each(["", "skills", "tenants/a"])("lists and reads below base %j", async (base) => {
    const storage = await create();
    const at = base === "" ? "" : `${base}/`;
    await storage.setItem(`${at}pdf/SKILL.md`, text("pdf"));
    await storage.setItem(`${at}pdf/references/forms.md`, "# Forms");
    await storage.setItemRaw(`${at}pdf/assets/logo.png`, new Uint8Array([0, 255, 128]));
    await storage.setItem(`${at}xls/SKILL.md`, text("xls"));
    await storage.setMeta(`${at}xls/SKILL.md`, { mtime: new Date() });
    await storage.setItem(`${at}loose.md`, "no skill");
    const found: SourceDiagnostic[] = [];
    const source = storageSkillSource(storage, { base });
    const entries = await source.list({ onDiagnostic: (diagnostic) => found.push(diagnostic) });
    expect(found).toEqual([]);
    expect(entries).toMatchObject([
      { id: "pdf", name: "pdf", description: "Does pdf things." },
      { id: "xls", name: "xls" },
    ]);
    expect(await source.read("pdf")).toBe(text("pdf"));
    expect(await source.listResources?.("pdf")).toEqual([{ path: "assets/logo.png" }, { path: "references/forms.md" }]);
    expect(await source.listResources?.("xls")).toEqual([]);
    expect(await source.readResource?.("pdf", "references/forms.md")).toEqual(utf8.encode("# Forms"));
    const logo = await source.readResource?.("pdf", "assets/logo.png");
    expect([...(logo as Uint8Array)]).toEqual([0, 255, 128]);
  });

  it("gives back text that looks like JSON as the text it is", async () => {
    const storage = await create();
    await storage.setItem("pdf/SKILL.md", text("pdf"));
    const texts = ['{"a":1.0}', "[1, 2]", "1e3", "007", "true", "null", '"quoted"', ""];
    for (const [index, content] of texts.entries()) await storage.setItem(`pdf/data/${index}.json`, content);
    const source = storageSkillSource(storage);
    for (const [index, content] of texts.entries()) {
      expect(await source.readResource?.("pdf", `data/${index}.json`)).toEqual(utf8.encode(content));
    }
    // The same through getItem, to see that the trap is one.
    expect(await storage.getItem("pdf/data/0.json")).not.toBe(texts[0]);
  });

  it("sees new and deleted files, and other revisions, when asked again", async () => {
    const storage = await create();
    await storage.setItem("pdf/SKILL.md", text("pdf"));
    const source = storageSkillSource(storage);
    const [before] = await source.list();
    await storage.setItem("pdf/new.md", "new");
    expect(await source.readResource?.("pdf", "new.md")).toEqual(utf8.encode("new"));
    await storage.removeItem("pdf/new.md");
    await expect(source.readResource?.("pdf", "new.md")).rejects.toMatchObject({ code: "resource-missing" });
    await storage.setItem("pdf/SKILL.md", text("pdf", "Other."));
    const [after] = await source.list();
    expect(after?.revision).not.toBe(before?.revision);
    await storage.removeItem("pdf/SKILL.md");
    await expect(source.read("pdf")).rejects.toMatchObject({ code: "file-missing" });
    expect(await source.list()).toEqual([]);
    await expect(source.read("pdf")).rejects.toMatchObject({ code: "skill-unknown" });
  });

  it("lets nobody reach another tenant, or a skill that is not listed", async () => {
    const storage = await create();
    await storage.setItem("a/pdf/SKILL.md", text("pdf"));
    await storage.setItem("a/xls/SKILL.md", text("xls"));
    await storage.setItem("a/xls/secret.md", "xls secret");
    await storage.setItem("a/hidden/SKILL.md", "no description: s3cret");
    await storage.setItem("b/pdf/SKILL.md", text("pdf", "s3cret"));
    await storage.setItem("b/secret.md", "s3cret");
    await storage.setItem("secret.md", "s3cret");
    const source = storageSkillSource(storage, { base: "a" });
    const refused = { code: expect.stringMatching(/^(path-refused|skill-unknown|resource-missing)$/) };
    for (const id of [
      "hidden",
      "../b/pdf",
      "b:pdf",
      "b/pdf",
      ":b:pdf",
      "a:pdf",
      "pdf:..:..:b",
      "",
      "xls:secret.md",
      "pdf?",
    ]) {
      await expect(source.read(id)).rejects.toMatchObject(refused);
      await expect(source.readResource?.(id, "secret.md")).rejects.toMatchObject(refused);
      await expect(source.listResources?.(id)).rejects.toMatchObject(refused);
    }
    for (const path of [
      "../xls/secret.md",
      "..:xls:secret.md",
      ":xls:secret.md",
      "../../b/secret.md",
      "..\\xls\\secret.md",
      "%2e%2e/xls/secret.md",
      "x/../../xls/secret.md",
      "SKILL.md?",
      "SKILL.md$",
      "SKILL.md/",
      "",
    ]) {
      await expect(source.readResource?.("pdf", path)).rejects.toMatchObject(refused);
    }
  });
});

describe("watch", () => {
  it("tells of changes below the base, until it is stopped", async () => {
    const storage = createStorage();
    const source = storageSkillSource(storage, { base: "a" });
    let changes = 0;
    const stop = await source.watch?.(() => (changes += 1));
    await storage.setItem("b/x/SKILL.md", "x");
    expect(changes).toBe(0);
    await storage.setItem("a/x/SKILL.md", "x");
    await storage.removeItem("a/x/SKILL.md");
    expect(changes).toBe(2);
    stop?.();
    stop?.();
    await storage.setItem("a/x/SKILL.md", "x");
    expect(changes).toBe(2);
  });

  it("works through a prefix, whose storage tells whole keys", async () => {
    const storage = prefixStorage(createStorage(), "company");
    let changes = 0;
    const controller = new AbortController();
    await storageSkillSource(storage, { base: "a" }).watch?.(() => (changes += 1), { signal: controller.signal });
    await storage.setItem("a/x/SKILL.md", "x");
    expect(changes).toBe(1);
    controller.abort();
    await storage.setItem("a/x/SKILL.md", "y");
    expect(changes).toBe(1);
  });

  it("sees a folder change", async () => {
    const folder = await temporaryFolder();
    const storage = createStorage({ driver: fsDriver({ base: folder }) });
    onTestFinished(() => storage.dispose());
    let changes = 0;
    const stop = await storageSkillSource(storage).watch?.(() => (changes += 1));
    await mkdir(join(folder, "pdf"));
    await writeFile(join(folder, "pdf/SKILL.md"), text("pdf"));
    await expect.poll(() => changes, { timeout: 5000 }).toBeGreaterThan(0);
    stop?.();
  });
});

describe("a folder", () => {
  it("that holds a file nobody may read is reported, and the rest is listed", async () => {
    const folder = await temporaryFolder();
    for (const name of ["closed", "open"]) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, "SKILL.md"), text(name));
    }
    await mkdir(join(folder, "folder/SKILL.md"), { recursive: true });
    await writeFile(join(folder, "folder/SKILL.md/x"), "x");
    await chmod(join(folder, "closed/SKILL.md"), 0o000);
    const found: SourceDiagnostic[] = [];
    const source = storageSkillSource(createStorage({ driver: fsDriver({ base: folder }) }));
    const ids = (await source.list({ onDiagnostic: (one) => found.push(one) })).map(({ id }) => id);
    if (process.getuid?.() === 0) expect(ids).toEqual(["closed", "open"]);
    else {
      expect(ids).toEqual(["open"]);
      expect(found).toMatchObject([{ code: "entry-invalid", path: "closed:SKILL.md" }]);
    }
  });

  // What a link leads to is the driver's decision, and this driver follows links to files: a folder that others may write
  // to belongs to `folderSkillSource`, which confines reads by real path.
  it("with a link in it is as safe as its driver", async () => {
    const folder = await temporaryFolder();
    const outside = await temporaryFolder();
    await writeFile(join(outside, "secret.md"), "outside");
    await mkdir(join(folder, "pdf"));
    await writeFile(join(folder, "pdf/SKILL.md"), text("pdf"));
    await symlink(join(outside, "secret.md"), join(folder, "pdf/file.md"));
    await symlink(outside, join(folder, "pdf/folder"));
    const source = storageSkillSource(createStorage({ driver: fsDriver({ base: folder }) }));
    expect(await source.readResource?.("pdf", "file.md")).toEqual(utf8.encode("outside"));
    await expect(source.readResource?.("pdf", "folder/secret.md")).rejects.toMatchObject({ code: "resource-missing" });
  });
});
