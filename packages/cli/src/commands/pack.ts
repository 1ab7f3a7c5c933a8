import { randomBytes } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Diagnostic, parseSkill, SkillError, validateSkill } from "@tradecraft/sdk";
import { describeFileError, listSkillFiles, readSkillFile } from "@tradecraft/sdk/node";
import { packSkillFolder, type PackSkillResult } from "@tradecraft/sdk/supply";
import type { CommandRun } from "../args/command.ts";
import { findSkill } from "../catalog/find-skill.ts";
import type { CliIo } from "../io.ts";
import { jsonDocument } from "../report/json-document.ts";
import { tellError } from "../report/tell-error.ts";
import { formatBytes } from "../text/format-number.ts";
import { plural } from "../text/plural.ts";
import { visible } from "../text/visible.ts";

/** Left-out files that are named one by one; the rest is counted. */
const maxShown = 10;

/** `tradecraft pack`: a skill as one file; 1 when it has errors, or cannot be packed or written. */
export const runPack: CommandRun = async (args, io) => {
  const [named = ""] = args.positionals;
  const asJson = args.flags.has("json");
  try {
    const folder = await folderOf(named, args.values.get("in"), io);
    const errors = await errorsOf(folder);
    if (errors.length > 0) return reportErrors(folder, errors, asJson, io);
    const packed = await packSkillFolder(folder, { all: args.flags.has("all") });
    const output = args.values.get("output") ?? `${packed.name}.skill`;
    await writeWhole(resolve(io.cwd, output), packed.bytes);
    io.stdout.write(asJson ? toJson(packed, output) : render(packed, output));
    return 0;
  } catch (error) {
    if (!SkillError.is(error)) throw error;
    tellError({ code: error.code, message: error.message }, io, asJson);
    return 1;
  }
};

async function folderOf(named: string, place: string | undefined, io: CliIo): Promise<string> {
  const path = resolve(io.cwd, place ?? "", named);
  const folder = basename(path) === "SKILL.md" ? dirname(path) : path;
  if (existsSync(join(folder, "SKILL.md")) && statSync(folder).isDirectory()) return folder;
  const found = await findSkill(named, place, io);
  if (found.entry === undefined) throw new SkillError("skill-unknown", found.message);
  const directory = await found.catalog.registry.directory(found.entry.id);
  if (directory !== undefined) return directory;
  throw new SkillError("file-missing", `The skill "${found.entry.id}" lies in no folder, so it cannot be packed.`);
}

async function errorsOf(folder: string): Promise<readonly Diagnostic[]> {
  const { text, diagnostics } = await readSkillFile(join(folder, "SKILL.md"));
  const { files, truncated } = await listSkillFiles(folder);
  const { manifest, diagnostics: syntax } = parseSkill(text);
  const found = [
    ...diagnostics,
    ...syntax,
    ...validateSkill(manifest, { directory: basename(folder), ...(!truncated && { files }) }),
  ];
  const errors = found.filter(({ severity }) => severity === "error");
  return [...new Map(errors.map((error) => [`${error.code} ${error.line} ${error.message}`, error])).values()];
}

function reportErrors(folder: string, errors: readonly Diagnostic[], asJson: boolean, io: CliIo): number {
  if (asJson) {
    const error = { code: "skill-invalid", message: "The skill has errors." };
    const diagnostics = errors.map(({ code, message, line }) => ({ code, message, line: line ?? null }));
    io.stdout.write(jsonDocument(false, { error, diagnostics }));
  }
  const lines = errors.map(({ code, message, line }) => `  ${line ?? 1}: ${visible(message)} (${code})\n`);
  const count = plural(errors.length, "error");
  io.stderr.write(`tradecraft: skill-invalid: ${visible(basename(folder))}/SKILL.md has ${count}:\n${lines.join("")}`);
  return 1;
}

/** Whole or not at all. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const draft = join(dirname(file), `.${basename(file)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    await writeFile(draft, bytes, { flag: "wx" });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    const message = `${file} cannot be written: ${describeFileError(error, "write")}.`;
    throw new SkillError("file-unwritable", message, { facts: { file } });
  }
}

function toJson({ name, bytes, files, leftOut }: PackSkillResult, output: string): string {
  return jsonDocument(true, { name, output, size: bytes.length, files, leftOut });
}

function render({ name, bytes, files, leftOut }: PackSkillResult, output: string): string {
  const count = plural(files.length, "file");
  const more = leftOut.length > maxShown ? `, and ${leftOut.length - maxShown} more` : "";
  const left = leftOut.length === 0 ? "" : `Left out: ${leftOut.slice(0, maxShown).map(visible).join(", ")}${more}\n`;
  return `Packed ${name} into ${visible(output)}: ${count}, ${formatBytes(bytes.length)}\n${left}`;
}
