import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { mapLimited } from "../../core/map-limited.ts";
import { describeFileChange, type FileChange } from "../../node/pin/file-change.ts";
import { inspectSkillFolder } from "../../node/pin/inspect-skill-folder.ts";
import { isLeftOut } from "./is-left-out.ts";
import { packSkill, type PackSkillOptions, type PackSkillResult } from "./pack-skill.ts";

export interface PackSkillFolderOptions extends PackSkillOptions {
  readonly signal?: AbortSignal;
}

/** Packs a skill's folder. Throws `path-refused` for a link or anything else in it that no archive should hold; `.git` is left out. */
export async function packSkillFolder(folder: string, options: PackSkillFolderOptions = {}): Promise<PackSkillResult> {
  const { all = false, signal } = options;
  const { directory, files, problems } = await inspectSkillFolder(folder, signal === undefined ? {} : { signal });
  const repositories = problems.filter(({ code }) => code === "git-found").map(({ path }) => path);
  const problem = problems.find(({ code, path }) => code !== "git-found" && (all || !isLeftOut(path)));
  if (problem !== undefined) throw unpackable(problem);
  const wanted = files.filter(({ path }) => all || !isLeftOut(path));
  const read = await mapLimited(wanted, 8, async ({ path, executable, sha256 }) => {
    signal?.throwIfAborted();
    const bytes = await readFile(join(directory, ...path.split("/")));
    if (createHash("sha256").update(bytes).digest("hex") !== sha256) {
      throw new SkillError("file-unreadable", `"${path}" changed while it was being packed; try again.`);
    }
    return { path, bytes, executable };
  });
  const packed = packSkill(read, { all });
  const left = files.filter((file) => !wanted.includes(file)).map(({ path }) => path);
  return { ...packed, leftOut: [...packed.leftOut, ...left, ...repositories].sort() };
}

function unpackable(problem: FileChange): SkillError {
  const hint = problem.code === "link-found" ? " Put the file itself in its place." : "";
  const message = `This folder cannot be packed: "${problem.path}": ${describeFileChange(problem)}.${hint}`;
  return new SkillError("path-refused", message, { facts: { path: problem.path, problem: problem.code } });
}
