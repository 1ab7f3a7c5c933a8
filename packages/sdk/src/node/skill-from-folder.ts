import { readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { type DefinedSkill, defineSkill, type TypedSkillDefinition } from "../core/code/define-skill.ts";
import { SkillError } from "../core/errors.ts";
import { parseSkill } from "../core/format/parse-skill.ts";
import type { FrontmatterValue, SkillManifest } from "../core/format/types.ts";
import { validateSkill } from "../core/format/validate-skill.ts";
import type { SkillFiles } from "../core/source/static-skill-source.ts";
import { describeFileError, fileErrorCode } from "./describe-file-error.ts";
import { skillFolderFiles } from "./folder/skill-folder-files.ts";
import { isWithin } from "./is-within.ts";
import { decodeSkill } from "./read-skill-file.ts";
import { toFilePath } from "./to-file-path.ts";

/** What a folder says about its skill, and code may not say again. */
type FolderField =
  | "name"
  | "description"
  | "body"
  | "license"
  | "compatibility"
  | "metadata"
  | "allowedTools"
  | "resources";

/** What code adds to a skill in a folder: tools, state, and all else that no SKILL.md can hold. */
export type FolderSkillCode<
  Inputs extends Readonly<Record<string, StandardSchemaV1>>,
  Schema extends StandardSchemaV1 | undefined,
  Deps,
  Live,
  Extras extends Readonly<Record<string, unknown>>,
> = Omit<TypedSkillDefinition<Inputs, Schema, Deps, Live, Extras>, FolderField>;

/** What a definition from a folder has besides. */
export interface FolderSkillParts {
  /** Frontmatter that the specification does not know, such as `disable-model-invocation`. */
  readonly extra: { readonly [key: string]: FrontmatterValue };
  /** The other files of the folder, listed and read when somebody asks. */
  readonly files: SkillFiles;
  /** Real path of the folder, in which its scripts can be run. */
  readonly directory: string;
}

const maxBytes = 16 * 1024 * 1024;

/**
 * A skill in a folder with code beside it: `skillFromFolder(new URL("./my-skill/", import.meta.url), { tools })`. The
 * SKILL.md is read at once; throws `file-missing`, or `skill-invalid` with file, line and column for what a check of
 * profile `spec` calls an error. The name need not be the folder's.
 */
export function skillFromFolder<
  const Inputs extends Readonly<Record<string, StandardSchemaV1>> = Readonly<Record<never, StandardSchemaV1>>,
  Schema extends StandardSchemaV1 | undefined = undefined,
  Deps = undefined,
  Live = Deps,
  Extras extends Readonly<Record<string, unknown>> = Readonly<Record<never, unknown>>,
>(
  folder: string | URL,
  code: FolderSkillCode<Inputs, Schema, Deps, Live, Extras> = {},
): DefinedSkill<Inputs, Schema, Deps, Live, Extras> & FolderSkillParts {
  const { directory, file, text } = readFolder(toFilePath(folder, "The folder of a skill"));
  const { name, description, body, license, compatibility, metadata, allowedTools, extra } = checked(text, file);
  const files = skillFolderFiles({ id: name, realPath: directory });
  const skill = {
    ...code,
    name,
    description,
    body,
    ...(license !== undefined && { license }),
    ...(compatibility !== undefined && { compatibility }),
    // All of them are texts: anything else is an error.
    metadata: metadata as Readonly<Record<string, string>>,
    ...(allowedTools !== undefined && { allowedTools }),
    extra,
    files,
    directory,
  };
  return defineSkill<Inputs, Schema, Deps, Live, Extras>(skill) as DefinedSkill<Inputs, Schema, Deps, Live, Extras> &
    FolderSkillParts;
}

interface ReadFolder {
  /** Real path. */
  readonly directory: string;
  readonly file: string;
  readonly text: string;
}

function readFolder(folder: string): ReadFolder {
  const file = join(folder, "SKILL.md");
  try {
    const directory = realpathSync.native(folder);
    const real = realpathSync.native(join(directory, "SKILL.md"));
    if (!isWithin(directory, real)) throw refused("path-refused", file, "a link leads out of the folder");
    const stats = statSync(real);
    if (!stats.isFile()) throw refused("file-unreadable", file, "it is no file");
    if (stats.size > maxBytes) throw refused("file-too-large", file, "it is larger than 16 MiB");
    return { directory, file, text: decodeSkill(readFileSync(real), file).text };
  } catch (error) {
    if (SkillError.is(error)) throw error;
    const code = fileErrorCode(error);
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    throw refused(isMissing ? "file-missing" : "file-unreadable", file, describeFileError(error), error);
  }
}

/** The manifest of a SKILL.md without errors. */
function checked(text: string, file: string): SkillManifest {
  const { manifest } = parseSkill(text);
  const errors = validateSkill(manifest).filter(({ severity }) => severity === "error");
  const [first, ...more] = errors.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  if (first === undefined) return manifest;
  const { code, message, line, column = 1 } = first;
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  const others = more.length === 0 ? "" : `; and ${more.length} more`;
  throw new SkillError("skill-invalid", `${place}: ${message} (${code})${others}`, {
    facts: { file, code, ...(line !== undefined && { line, column }) },
  });
}

function refused(code: SkillError["code"], file: string, reason: string, cause?: unknown): SkillError {
  return new SkillError(code, `The skill ${file} cannot be read: ${reason}.`, { facts: { path: file }, cause });
}
