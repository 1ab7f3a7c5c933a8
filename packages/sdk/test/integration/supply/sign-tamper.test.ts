import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSigningKey, type SignatureReport, signSkill, verifySkillSignature } from "../../../src/supply/index.ts";
import { bundleBattery } from "../../support/bundle-battery.ts";
import { writeSample } from "../../support/sample-skill.ts";
import { tamperBattery } from "../../support/tamper-battery.ts";

const key = createSigningKey();
const trusted = [{ key: key.publicKey }];
const isPosix = process.platform !== "win32";

async function signedSample(): Promise<string> {
  const directory = writeSample();
  await signSkill(directory, { key: key.privateKey });
  return directory;
}

const verify = (directory: string): Promise<SignatureReport> => verifySkillSignature(directory, { trusted });

describe.runIf(isPosix)("a folder that was tampered with", () => {
  it("has at least forty ways", () => expect(tamperBattery.length).toBeGreaterThanOrEqual(40));

  it.each(tamperBattery)("$name: $code", async ({ change, code, path }) => {
    const directory = await signedSample();
    change(directory);
    const report = await verify(directory);
    expect(report.status).toBe("invalid");
    expect(report.changes).toContainEqual(expect.objectContaining({ code, path }));
    const onlyEndings = report.changes.every((each) => each.code === "line-endings-changed");
    expect(report.code).toBe(onlyEndings ? "line-endings-changed" : "files-changed");
  });
});

describe.runIf(isPosix)("a signature that was tampered with", () => {
  it.each(bundleBattery(key))("$name: $code", async ({ change, status, code }) => {
    const directory = await signedSample();
    await change(directory, join(directory, "SKILL.sigstore.json"));
    expect(await verify(directory)).toMatchObject({ status, code });
  });

  it("leaves a twin of the signature unsigned or invalid, never valid", async () => {
    const directory = await signedSample();
    writeFileSync(join(directory, "skill.sigstore.json"), "{}");
    const report = await verify(directory);
    expect(report.status).toBe("invalid");
    expect(report.changes.map(({ code }) => code)).toContain("case-twin");
  });
});
