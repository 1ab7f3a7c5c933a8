import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSigningKey, type SignatureReport, signSkill, verifySkillSignature } from "../../../src/supply/index.ts";
import { sampleFiles, tempFolder, writeSample } from "../../support/sample-skill.ts";

const key = createSigningKey();
const trusted = [{ key: key.publicKey }];
const isPosix = process.platform !== "win32";

async function signedSample(): Promise<string> {
  const directory = writeSample();
  await signSkill(directory, { key: key.privateKey });
  return directory;
}

const verify = (directory: string): Promise<SignatureReport> => verifySkillSignature(directory, { trusted });

describe("a skill as it was signed", () => {
  it("is valid, and says by whom and what", async () => {
    const report = await verify(await signedSample());
    expect(report).toMatchObject({
      status: "valid",
      code: "signature-valid",
      skill: "sample",
      signer: { kind: "key", hint: key.hint },
      changes: [],
    });
    expect(report.files?.map(({ path }) => path)).toEqual(Object.keys(sampleFiles).sort());
  });

  const copies: readonly [string, (from: string, to: string) => string][] = [
    ["cp -r", (from, to) => (execFileSync("cp", ["-r", from, `${to}/copy`]), `${to}/copy`)],
    ["cp -a", (from, to) => (execFileSync("cp", ["-a", from, `${to}/copy`]), `${to}/copy`)],
    [
      "cpSync of Node",
      (from, to) => {
        cpSync(from, join(to, "copy"), { recursive: true });
        return join(to, "copy");
      },
    ],
    [
      "git clone",
      (from, to) => {
        const git = (cwd: string, ...args: string[]): void =>
          void execFileSync(
            "git",
            ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.autocrlf=false", ...args],
            {
              cwd,
              stdio: "ignore",
            },
          );
        const repository = join(to, "repository");
        cpSync(from, join(repository, "skill"), { recursive: true });
        git(repository, "init", "-q");
        git(repository, "add", "-f", ".");
        git(repository, "commit", "-qm", "skill");
        git(to, "clone", "-q", repository, "clone");
        return join(to, "clone/skill");
      },
    ],
    [
      "tar and untar",
      (from, to) => {
        execFileSync("tar", ["-czf", join(to, "skill.tgz"), "-C", from, "."]);
        mkdirSync(join(to, "out"));
        execFileSync("tar", ["-xzf", join(to, "skill.tgz"), "-C", join(to, "out")]);
        return join(to, "out");
      },
    ],
    [
      "zip and unzip",
      (from, to) => {
        execFileSync("zip", ["-qr", join(to, "skill.zip"), "."], { cwd: from });
        execFileSync("unzip", ["-q", join(to, "skill.zip"), "-d", join(to, "out")]);
        return join(to, "out");
      },
    ],
    [
      "another umask",
      (from, to) => {
        execFileSync("sh", ["-c", 'umask 077 && cp -r "$0" "$1/copy"', from, to]);
        return join(to, "copy");
      },
    ],
    [
      "an empty folder more",
      (from) => {
        mkdirSync(join(from, "nothing/here"), { recursive: true });
        return from;
      },
    ],
    [
      "a link to the folder",
      (from, to) => {
        symlinkSync(from, join(to, "link"));
        return join(to, "link");
      },
    ],
  ];

  it.runIf(isPosix).each(copies)("is valid after %s", async (_name, copy) => {
    const directory = await signedSample();
    const report = await verify(copy(directory, tempFolder()));
    expect(report.changes).toEqual([]);
    expect(report.status).toBe("valid");
  });

  it("is valid wherever the key of the trusted signer is read from", async () => {
    const directory = await signedSample();
    const folder = tempFolder();
    writeFileSync(join(folder, "ann.pem"), key.publicKey);
    const stranger = createSigningKey().publicKey;
    const options = { trusted: [{ key: stranger }, { key: "ann.pem" }], cwd: folder };
    expect(await verifySkillSignature(directory, options)).toMatchObject({ status: "valid" });
  });

  it("is unchecked, not valid, where nobody said whom to trust", async () => {
    expect(await verifySkillSignature(await signedSample())).toMatchObject({
      status: "unchecked",
      code: "signer-unnamed",
      signer: { kind: "key", hint: key.hint },
    });
  });

  it.each(["P-256", "P-384", "P-521"])("is valid with ECDSA on %s", async (namedCurve) => {
    const pair = generateKeyPairSync("ec", {
      namedCurve,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    });
    const directory = writeSample();
    await signSkill(directory, { key: pair.privateKey });
    expect(await verifySkillSignature(directory, { trusted: [{ key: pair.publicKey }] })).toMatchObject({
      status: "valid",
    });
    expect(await verify(directory)).toMatchObject({ status: "untrusted" });
  });
});

it("throws for a folder that is not there, which is not unsigned", async () => {
  await expect(verify(join(tempFolder(), "nowhere"))).rejects.toMatchObject({ code: "file-missing" });
});

describe("signSkill", () => {
  it("signs again what it signed, and nobody else's unless told to", async () => {
    const directory = await signedSample();
    writeFileSync(join(directory, "more.md"), "more");
    await signSkill(directory, { key: key.privateKey });
    expect(await verify(directory)).toMatchObject({ status: "valid" });
    const other = createSigningKey();
    await expect(signSkill(directory, { key: other.privateKey })).rejects.toMatchObject({ code: "sync-conflict" });
    await signSkill(directory, { key: other.privateKey, replace: true });
    expect(await verify(directory)).toMatchObject({ status: "untrusted" });
  });

  it.runIf(isPosix).each([
    ["link-found", (directory: string) => symlinkSync("SKILL.md", join(directory, "link.md"))],
    ["git-found", (directory: string) => mkdirSync(join(directory, ".git"))],
    ["case-twin", (directory: string) => writeFileSync(join(directory, "skill.md"), "twin")],
  ])("refuses a folder with %s", async (problem, change) => {
    const directory = writeSample();
    change(directory);
    const signing = signSkill(directory, { key: key.privateKey });
    await expect(signing).rejects.toMatchObject({ code: "path-refused", facts: { problem } });
  });

  it("refuses what is no skill", async () => {
    const signing = signSkill(writeSample({ "a.md": "a" }), { key: key.privateKey });
    await expect(signing).rejects.toMatchObject({ code: "file-missing" });
    await expect(signSkill(join(tempFolder(), "nowhere"), { key: key.privateKey })).rejects.toMatchObject({
      code: "file-missing",
    });
  });

  it("refuses a SKILL.md that is no UTF-8: nobody would read what was signed", async () => {
    const text = Buffer.from(sampleFiles["SKILL.md"] ?? "");
    const directory = writeSample({ "SKILL.md": Buffer.concat([text, Buffer.from([0xff, 0xfe])]) });
    await expect(signSkill(directory, { key: key.privateKey })).rejects.toMatchObject({ code: "file-not-text" });
    expect(readdirSync(directory)).toEqual(["SKILL.md"]);
  });

  it("leaves nothing but the signature behind", async () => {
    const names = readdirSync(writeSample());
    expect(readdirSync(await signedSample()).sort()).toEqual([...names, "SKILL.sigstore.json"].sort());
  });
});
