import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SignatureMode, SignaturePolicy } from "../../../src/core/integrity/signature-policy.ts";
import { createSkillRegistry } from "../../../src/core/registry/create-skill-registry.ts";
import { createSkillset } from "../../../src/core/skillset/create-skillset.ts";
import { runToolCall } from "../../../src/core/skillset/run-tool-call.ts";
import { skillsetFromJSON } from "../../../src/core/skillset/skillset-from-json.ts";
import type { SkillSource } from "../../../src/core/source/skill-source.ts";
import { folderSkillSource } from "../../../src/node/folder-skill-source.ts";
import { processRunner } from "../../../src/node/process-runner.ts";
import { createSigningKey, signSkill, sigstoreVerifier } from "../../../src/supply/index.ts";
import { sampleFiles, tempFolder, writeSample } from "../../support/sample-skill.ts";

const key = createSigningKey();
const stranger = createSigningKey();
const isPosix = process.platform !== "win32";

const policy = (mode: SignatureMode, more: Partial<SignaturePolicy> = {}): SignaturePolicy => ({
  mode,
  verifier: sigstoreVerifier({ trusted: [{ key: key.publicKey }] }),
  ...more,
});

/** A folder of skills: `sample`, signed, and `plain`, which is not. */
async function library(): Promise<{ readonly root: string; readonly sample: string; readonly source: SkillSource }> {
  const root = tempFolder();
  const sample = writeSample(sampleFiles, root);
  await signSkill(sample, { key: key.privateKey });
  mkdirSync(join(root, "plain"));
  writeFileSync(
    join(root, "plain/SKILL.md"),
    "---\nname: plain\ndescription: Has no signature at all.\n---\n\nPlain text.\n",
  );
  return { root, sample, source: folderSkillSource(root, { index: false }) };
}

describe.runIf(isPosix)("a registry that requires signatures", () => {
  it("lists, finds and gives signed skills alone", async () => {
    const { source } = await library();
    const registry = createSkillRegistry({ source, signatures: policy("require") });
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(["sample"]);
    expect(await registry.has("plain")).toBe(false);
    expect((await registry.match("signature text count")).map(({ id }) => id)).toEqual(["sample"]);
    expect((await registry.list()).map(({ name }) => name)).toEqual(["sample"]);
    expect((await registry.trigger("sample")).body).toContain("Count");
    expect(await registry.resource("sample", "references/a.md")).toContain("first half");
    expect(await registry.resource("sample", "SKILL.sigstore.json")).toContain("dsseEnvelope");
    await expect(registry.trigger("plain")).rejects.toMatchObject({ code: "signature-missing" });
    await expect(registry.get("plain")).rejects.toMatchObject({ code: "signature-missing" });
    await expect(registry.directory("plain")).rejects.toMatchObject({ code: "signature-missing" });
    await expect(registry.files("plain")).rejects.toMatchObject({ code: "signature-missing" });
    await expect(registry.resource("plain", "SKILL.sigstore.json")).rejects.toMatchObject({ code: "resource-missing" });
    expect(await registry.diagnostics()).toContainEqual(
      expect.objectContaining({ code: "signature-missing", severity: "error", id: "plain" }),
    );
  });

  it.each<[string, (sample: string) => void]>([
    ["a hidden file is added", (sample) => writeFileSync(join(sample, ".env"), "SECRET=1")],
    ["a file that no listing shows is added", (sample) => writeFileSync(join(sample, "node_modules/dep/more.js"), "1")],
    ["a file with a refused name is added", (sample) => writeFileSync(join(sample, "a:b"), "1")],
    ["a link is added", (sample) => symlinkSync("SKILL.md", join(sample, "link.md"))],
    ["a script is changed", (sample) => writeFileSync(join(sample, "scripts/run.sh"), "#!/bin/sh\necho evil\n")],
    ["a text may be run", (sample) => chmodSync(join(sample, "scripts/lib.py"), 0o755)],
    [
      "the instructions are changed",
      (sample) => writeFileSync(join(sample, "SKILL.md"), "---\nname: sample\ndescription: d\n---\nevil"),
    ],
    ["a file is removed", (sample) => rmSync(join(sample, "empty.txt"))],
  ])("refuses a skill that it found valid once %s", async (_name, change) => {
    const { source, sample } = await library();
    const registry = createSkillRegistry({ source, signatures: policy("require") });
    await registry.trigger("sample");
    change(sample);
    await expect(registry.trigger("sample")).rejects.toMatchObject({
      code: "signature-invalid",
      facts: { reason: "files-changed" },
    });
    await registry.refresh();
    expect(await registry.catalog()).toEqual([]);
  });

  it("gives no file that changed, was added or lost its signature after the skill was triggered", async () => {
    const { source, sample } = await library();
    const registry = createSkillRegistry({ source, signatures: policy("require") });
    await registry.trigger("sample");
    expect(await registry.resource("sample", "scripts/lib.py")).toContain("lib");
    writeFileSync(join(sample, ".hidden/new.json"), "{}");
    await expect(registry.resource("sample", ".hidden/new.json")).rejects.toMatchObject({ code: "signature-invalid" });
    await expect(registry.files("sample")).rejects.toMatchObject({ code: "signature-invalid" });
    rmSync(join(sample, ".hidden/new.json"));
    expect(await registry.files("sample")).not.toEqual([]);
    writeFileSync(join(sample, "references/a.md"), "other");
    await expect(registry.resource("sample", "references/a.md")).rejects.toMatchObject({ code: "signature-invalid" });
    writeFileSync(join(sample, "references/a.md"), sampleFiles["references/a.md"] ?? "");
    expect(await registry.resource("sample", "./references/a.md")).toContain("first half");
    renameSync(join(sample, "SKILL.sigstore.json"), join(sample, "../kept.json"));
    await expect(registry.resource("sample", "references/a.md")).rejects.toMatchObject({ code: "signature-missing" });
    await expect(registry.directory("sample")).rejects.toMatchObject({ code: "signature-missing" });
  });

  it("refuses a signature by somebody else, and one that cannot be checked", async () => {
    const { source, sample } = await library();
    await signSkill(sample, { key: stranger.privateKey, replace: true });
    const registry = createSkillRegistry({ source, signatures: policy("require") });
    await expect(registry.trigger("sample")).rejects.toMatchObject({ code: "signature-untrusted" });
    const unnamed = policy("require", { verifier: sigstoreVerifier({}) });
    await expect(createSkillRegistry({ source, signatures: unnamed }).trigger("sample")).rejects.toMatchObject({
      code: "signature-unchecked",
      facts: { status: "unchecked" },
    });
  });

  it("finds a skill once it is signed, and tells of it at a refresh", async () => {
    const { source, root } = await library();
    const registry = createSkillRegistry({ source, signatures: policy("require") });
    await registry.catalog();
    await signSkill(join(root, "plain"), { key: key.privateKey });
    expect(await registry.refresh()).toBe(true);
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(["plain", "sample"]);
    expect(await registry.diagnostics()).toEqual([]);
    expect(await registry.refresh()).toBe(false);
  });

  it("judges skills that lie in no folder by what their source lists", async () => {
    const { source } = await library();
    const registry = createSkillRegistry({ source: afar(source), signatures: policy("require") });
    // What no source lists, such as node_modules, was signed and is not there.
    await expect(registry.trigger("sample")).rejects.toMatchObject({ code: "signature-invalid" });
    const { source: small, sample } = await smallLibrary();
    const reads: string[] = [];
    const again = createSkillRegistry({ source: afar(small, reads), signatures: policy("require") });
    expect((await again.trigger("sample")).body).toContain("Count");
    expect(await again.resource("sample", "references/a.md")).toContain("first half");
    reads.length = 0;
    await again.trigger("sample");
    // The list and the signature are as they were: nothing else need be read again.
    expect(new Set(reads)).toEqual(new Set(["SKILL.sigstore.json"]));
    writeFileSync(join(sample, "references/a.md"), "FIRST HALF");
    await expect(again.resource("sample", "references/a.md")).rejects.toMatchObject({ code: "signature-invalid" });
  });
});

/** The same skills as if they lay in no folder; `reads` gets the paths that are read. */
function afar(source: SkillSource, reads: string[] = []): SkillSource {
  return {
    list: (options) => source.list(options),
    read: (id, options) => source.read(id, options),
    listResources: async (id, options) => (await source.listResources?.(id, options)) ?? [],
    readResource: async (id, path, options) => {
      reads.push(path);
      return (await source.readResource?.(id, path, options)) ?? "";
    },
  };
}

/** As `library`, with files only that every source lists. */
async function smallLibrary(): Promise<{ readonly sample: string; readonly source: SkillSource }> {
  const root = tempFolder();
  const files = { "SKILL.md": sampleFiles["SKILL.md"] ?? "", "references/a.md": sampleFiles["references/a.md"] ?? "" };
  const sample = writeSample(files, root);
  await signSkill(sample, { key: key.privateKey });
  return { sample, source: folderSkillSource(root, { index: false }) };
}

describe("a registry that warns", () => {
  it("gives everything, and says what is not valid", async () => {
    const { source } = await library();
    const registry = createSkillRegistry({ source, signatures: policy("warn") });
    expect((await registry.catalog()).map(({ id }) => id)).toEqual(["plain", "sample"]);
    expect(await registry.diagnostics()).toEqual([]);
    await registry.trigger("sample");
    expect((await registry.trigger("plain")).body).toContain("Plain");
    expect(await registry.diagnostics()).toEqual([
      expect.objectContaining({ code: "signature-missing", severity: "warning", id: "plain" }),
    ]);
  });

  it("goes on where nothing can be checked, and says so", async () => {
    const { source } = await library();
    const verifier = sigstoreVerifier({ trusted: [{ key: "no-such-key.pem" }] });
    const registry = createSkillRegistry({ source, signatures: { mode: "warn", verifier } });
    expect((await registry.trigger("sample")).body).toContain("Count");
    expect(await registry.diagnostics()).toEqual([
      expect.objectContaining({ code: "signature-unchecked", severity: "warning", id: "sample" }),
    ]);
    const strict = createSkillRegistry({ source, signatures: { mode: "require", verifier } });
    await expect(strict.trigger("sample")).rejects.toMatchObject({ code: "signature-unchecked" });
    // What has no signature has none, whoever is trusted.
    await expect(strict.trigger("plain")).rejects.toMatchObject({ code: "signature-missing" });
  });

  it("has nothing to do in mode ignore", async () => {
    const { source } = await library();
    const never = { verify: () => Promise.reject(new Error("asked")) };
    const registry = createSkillRegistry({ source, signatures: { mode: "ignore", verifier: never } });
    expect((await registry.trigger("plain")).body).toContain("Plain");
  });

  it("refuses a mode that is none", () => {
    const signatures = policy("requires" as SignatureMode);
    expect(() => createSkillRegistry({ source: { list: async () => [], read: async () => "" }, signatures })).toThrow(
      /mode/,
    );
  });
});

describe.runIf(isPosix)("a skillset that requires signatures", () => {
  it("runs a script of a signed skill, and none once anything in the folder changed", async () => {
    const { source, sample } = await library();
    const skillset = await createSkillset(createSkillRegistry(source), {
      signatures: policy("require"),
      scripts: processRunner({ sandbox: "off" }),
      approve: () => true,
    });
    expect(skillset.entries.map(({ id }) => id)).toEqual(["sample"]);
    const run = () => runToolCall(skillset, "run_skill_script", { skill: "sample", script: "run.sh" });
    expect(await run()).toContain("run");
    writeFileSync(join(sample, "scripts/.helper"), "evil");
    expect(JSON.stringify(await run().catch((error: unknown) => String(error)))).toMatch(/not used|signed/);
    rmSync(join(sample, "scripts/.helper"));
    expect(await run()).toContain("run");
  });

  it("keeps its policy when it comes back from JSON", async () => {
    const { source, sample } = await library();
    const registry = createSkillRegistry(source);
    const signatures = policy("require");
    const json = JSON.parse(JSON.stringify(await createSkillset(registry, { signatures })));
    const skillset = await skillsetFromJSON(json, registry, { signatures });
    writeFileSync(join(sample, ".env"), "x");
    const answer = await runToolCall(skillset, "load_skill", { name: "sample" }).catch(String);
    expect(answer).toMatch(/not used|signed/);
  });

  it("tells of what it uses without a valid signature, in mode warn", async () => {
    const { source } = await library();
    const skillset = await createSkillset(source, { signatures: policy("warn") });
    const told: unknown[] = [];
    skillset.on("signature-warning", (event) => told.push(event));
    await runToolCall(skillset, "load_skill", { name: "sample" });
    expect(told).toEqual([]);
    await runToolCall(skillset, "load_skill", { name: "plain" });
    expect(told).toContainEqual(
      expect.objectContaining({ id: "plain", status: "unsigned", code: "signature-missing" }),
    );
  });
});
