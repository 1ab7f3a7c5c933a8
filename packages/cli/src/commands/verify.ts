import { lstat, stat, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { SkillError } from "@tradecraft/sdk";
import { describeFileError } from "@tradecraft/sdk/node";
import { fetchTrustRoot } from "@tradecraft/sdk/supply";
import type { CommandRun } from "../args/command.ts";
import { homeOf } from "../catalog/open-catalog.ts";
import { shownPath } from "../catalog/place.ts";
import type { CliIo } from "../io.ts";
import { jsonDocument } from "../report/json-document.ts";
import { tellError } from "../report/tell-error.ts";
import { renderVerified } from "../signing/render-verified.ts";
import { resolveTrustOptions, type TrustOptions } from "../signing/trust-options.ts";
import type { VerifiedFolder } from "../signing/verified-skill.ts";
import { verifyInstalledAt, verifyInstalledSkills } from "../signing/verify-installed-skills.ts";
import { verifySignature } from "../signing/verify-signature.ts";
import { createColors } from "../text/colors.ts";
import { visible } from "../text/visible.ts";
import { UsageError } from "../usage-error.ts";

/** `tradecraft verify`: re-hashes, checks signatures, and says which of the two it did; 0 all holds, 1 findings. */
export const runVerify: CommandRun = async (args, io) => {
  const isJson = args.flags.has("json");
  try {
    const saveTo = args.values.get("save-trust-root");
    if (saveTo !== undefined && args.flags.has("offline"))
      throw new UsageError("option-value", "--save-trust-root fetches, so it does not go with --offline");
    if (saveTo !== undefined) return await saveTrustRoot(saveTo, isJson, io);
    const trust = await resolveTrustOptions(args, io);
    const folders: string[] = [];
    const names: string[] = [];
    for (const given of args.positionals) ((await isSkillFolder(given, io)) ? folders : names).push(given);
    const skills: VerifiedFolder[] = [];
    for (const folder of folders) skills.push(await verifyFolder(folder, trust, io));
    if (names.length > 0 || folders.length === 0) skills.push(...(await verifyInstalledSkills(names, trust, io)));
    report(skills, isJson, args.flags.has("no-color"), io);
    return skills.every(({ ok }) => ok) ? 0 : 1;
  } catch (error) {
    if (!SkillError.is(error)) throw error;
    tellError(error.toJSON(), io, isJson);
    return error.code === "project-invalid" ? 2 : 1;
  }
};

async function verifyFolder(given: string, trust: TrustOptions, io: CliIo): Promise<VerifiedFolder> {
  const path = folderOf(given, io);
  const installed = await verifyInstalledAt(path, trust, io);
  if (installed !== undefined) return installed;
  const { report: signature, ok } = await verifySignature(path, trust);
  return { name: signature.skill ?? basename(path), path, lock: undefined, signature, ok };
}

function folderOf(given: string, io: CliIo): string {
  return resolve(io.cwd, given.replace(/(^|[/\\])SKILL\.md$/, "$1."));
}

/** A path, as opposed to the name of an installed skill. */
async function isSkillFolder(given: string, io: CliIo): Promise<boolean> {
  const path = folderOf(given, io);
  const isThere = async (file: string): Promise<boolean> => (await stat(file).catch(() => undefined)) !== undefined;
  if ((await isThere(join(path, "SKILL.md"))) || (await isThere(join(path, "SKILL.sigstore.json")))) return true;
  if (!/[/\\]|^\.+$/.test(given)) return false;
  throw new UsageError("argument-unexpected", `There is no skill at "${given}"`);
}

function report(skills: readonly VerifiedFolder[], isJson: boolean, noColor: boolean, io: CliIo): void {
  const ok = skills.every((skill) => skill.ok);
  if (isJson) {
    const shown = skills.map(({ lock, signature, ...skill }) => {
      const { files: _files, ...rest } = signature ?? {};
      return { ...skill, lock: lock ?? null, signature: signature === undefined ? null : rest };
    });
    io.stdout.write(jsonDocument(ok, { skills: shown }));
    return;
  }
  const colors = createColors(io, io.stdout, noColor);
  for (const skill of skills) io.stdout.write(renderVerified(skill, shownPath(skill.path, io.cwd, homeOf(io)), colors));
  if (skills.length === 0) io.stdout.write("Nothing is installed, so there is nothing to verify.\n");
}

async function saveTrustRoot(given: string, isJson: boolean, io: CliIo): Promise<number> {
  const path = resolve(io.cwd, given);
  // Before anything is fetched; and again when it is written.
  if ((await lstat(path).catch(() => undefined)) !== undefined) throw isThere(given);
  const text = await fetchTrustRoot();
  try {
    await writeFile(path, text, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") throw isThere(given);
    throw new UsageError("option-value", `"${given}" cannot be written: ${describeFileError(error, "write")}`);
  }
  io.stdout.write(isJson ? jsonDocument(true, { trustRoot: path }) : `Saved the trust root: ${visible(given)}\n`);
  return 0;
}

function isThere(given: string): UsageError {
  return new UsageError("option-value", `"${given}" is there already; remove it, or choose another name`);
}
