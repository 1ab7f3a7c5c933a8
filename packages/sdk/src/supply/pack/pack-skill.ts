import { type Zippable, zipSync } from "fflate";
import { SkillError } from "../../core/errors.ts";
import { parseSkill } from "../../core/format/parse-skill.ts";
import { validateSkillName } from "../../core/format/validate-fields.ts";
import { assertFilePaths } from "../bake/assert-file-paths.ts";
import { isLeftOut } from "./is-left-out.ts";

/** One file of a skill that is to be packed. */
export interface PackedFile {
  /** Relative to the skill, `/` as separator. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

export interface PackSkillOptions {
  /** Leave nothing out. Default false: `__pycache__`, `node_modules`, `*.pyc`, `.DS_Store` and the folder `evals` stay behind. */
  readonly all?: boolean;
}

export interface PackSkillResult {
  /** The skill's name: the one folder in the archive. */
  readonly name: string;
  /** A zip; the same files give the same bytes, on any day and system. */
  readonly bytes: Uint8Array;
  /** Paths of the files in it, sorted. */
  readonly files: readonly string[];
  /** Paths of the files that were left out, sorted. */
  readonly leftOut: readonly string[];
}

/** Packs a skill into a `.skill` archive. Throws `file-missing` without a SKILL.md, `skill-invalid` for a name that no folder should have, and `path-refused`. */
export function packSkill(files: readonly PackedFile[], options: PackSkillOptions = {}): PackSkillResult {
  assertFilePaths(files);
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const kept = sorted.filter(({ path }) => options.all === true || !isLeftOut(path));
  const name = nameOf(kept);
  const contents: Zippable = {};
  for (const { path, bytes, executable } of kept) {
    // The type of a plain file, and its mode, where systems other than DOS look for them.
    const attrs = ((executable ? 0o100755 : 0o100644) << 16) >>> 0;
    contents[`${name}/${path}`] = [bytes, { attrs, os: 3, mtime: earliest(), level: 9 }];
  }
  return {
    name,
    bytes: zipSync(contents),
    files: kept.map(({ path }) => path),
    leftOut: sorted.filter((file) => !kept.includes(file)).map(({ path }) => path),
  };
}

function nameOf(files: readonly PackedFile[]): string {
  const file = files.find(({ path }) => path === "SKILL.md");
  if (file === undefined) throw new SkillError("file-missing", "A skill without a SKILL.md cannot be packed.");
  const { name } = parseSkill(new TextDecoder("utf-8", { ignoreBOM: true }).decode(file.bytes)).manifest;
  const problem = validateSkillName(name).find(({ severity }) => severity === "error");
  if (problem === undefined) return name;
  const message = `The skill cannot be packed under its name: ${problem.message}`;
  throw new SkillError("skill-invalid", message, { facts: { name: name.slice(0, 100) } });
}

/** The first day that a zip can name, in whatever zone this is: what is written is the local time. */
function earliest(): Date {
  return new Date(1980, 0, 1, 12);
}
