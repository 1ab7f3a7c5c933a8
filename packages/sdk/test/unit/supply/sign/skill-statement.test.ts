import { describe, expect, it } from "vitest";
import type { PinnedFile } from "../../../../src/core/integrity/skill-file-list.ts";
import { decodeStatement, encodeStatement } from "../../../../src/supply/sign/skill-statement.ts";

const file = (path: string): PinnedFile => ({ path, size: 1, executable: false, sha256: "a".repeat(64) });
const files = [file("SKILL.md"), file("scripts/run.sh")];

const rewritten = async (change: (text: string) => string): Promise<Buffer> => {
  const text = (await encodeStatement("sample", files)).toString("utf8");
  const changed = change(text);
  expect(changed).not.toBe(text);
  return Buffer.from(changed);
};

describe("decodeStatement", () => {
  it("gives back what was stated, in whatever order it was given", async () => {
    const statement = await decodeStatement(await encodeStatement("sample", [...files].reverse()));
    expect(statement).toMatchObject({ name: "sample", files });
  });

  it("has the layout of OpenSSF model signing, with a predicate of its own", async () => {
    const json = JSON.parse((await encodeStatement("sample", files)).toString("utf8")) as Record<string, unknown>;
    expect(json).toMatchObject({
      _type: "https://in-toto.io/Statement/v1",
      subject: [{ name: "sample", digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string } }],
      predicateType: "https://tradecraft.dev/skill-signature/v1",
      predicate: {
        serialization: { method: "files", hash_type: "sha256", ignore_paths: ["SKILL.sigstore.json"] },
        resources: [{ name: "SKILL.md", algorithm: "sha256", digest: "a".repeat(64) }, { name: "scripts/run.sh" }],
      },
    });
  });

  it.each<[string, (text: string) => string]>([
    [
      "a key twice, the same way",
      (text) => text.replace('"subject":', '"_type":"https://in-toto.io/Statement/v1","subject":'),
    ],
    ["a key twice, another way", (text) => text.replace('"size":1', '"size":2,"size":1')],
    ["a key that nobody knows", (text) => text.replace('"subject":', '"note":"trust me","subject":')],
    ["a key of a file that nobody knows", (text) => text.replace('"size":1', '"size":1,"skip":true')],
    ["white space", (text) => text.replace('{"_type"', '{ "_type"')],
    ["another predicate", (text) => text.replace("skill-signature/v1", "skill-signature/v2")],
    ["another type", (text) => text.replace("Statement/v1", "Statement/v0.1")],
    ["another digest of the whole", (text) => text.replace(/"sha256":"./, '"sha256":"0')],
    ["two subjects", (text) => text.replace('"subject":[', '"subject":[{"name":"sample","digest":{"sha256":"00"}},')],
    ["more that is ignored", (text) => text.replace('["SKILL.sigstore.json"]', '["SKILL.sigstore.json","scripts"]')],
    ["links allowed", (text) => text.replace('"allow_symlinks":false', '"allow_symlinks":true')],
    ["a path that leaves the skill", (text) => text.replace("scripts/run.sh", "../../run.sh")],
    ["the signature as a file", (text) => text.replace("scripts/run.sh", "SKILL.sigstore.json")],
    ["a file twice", (text) => text.replace("scripts/run.sh", "SKILL.md")],
    ["a size that is none", (text) => text.replace('"size":1', '"size":-1')],
    ["a digest that is none", (text) => text.replace("a".repeat(64), "A".repeat(64))],
    ["no list", (text) => text.replace('"resources":[', '"resource":[')],
    ["half of it", (text) => text.slice(0, -10)],
  ])("refuses %s", async (_name, change) => {
    expect(await decodeStatement(await rewritten(change))).toBeTypeOf("string");
  });

  it("refuses what is no UTF-8", async () => {
    expect(await decodeStatement(Buffer.from([0xff, 0xfe]))).toBeTypeOf("string");
  });
});
