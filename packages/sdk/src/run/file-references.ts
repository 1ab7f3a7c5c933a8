import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { SkillError } from "../core/errors.ts";
import { describeFileError, fileErrorCode } from "../node/describe-file-error.ts";
import { isWithin } from "../node/is-within.ts";
import type { ReferenceLoader } from "../workflow/define/workflow-definition.ts";

/** The files of a skill's folder. Each is read once; nothing outside the folder is, or is told as an asset, whatever links lead there. */
export function fileReferences(skillDir: string): ReferenceLoader {
  const texts = new Map<string, string>();
  return {
    load: (file) => {
      let text = texts.get(file);
      if (text === undefined) texts.set(file, (text = readInside(join(skillDir, "references"), file)));
      return text;
    },
    asset: (path) => {
      const asset = resolve(skillDir, path);
      if (isWithin(resolve(skillDir), asset) && isReallyWithin(skillDir, asset)) return asset;
      throw new SkillError("path-refused", `The file "${path}" is outside the skill's folder ${skillDir}.`);
    },
  };
}

/** Follows the links on the way to a file; what is not there yet is where the folders on the way to it lead. */
function isReallyWithin(folder: string, path: string): boolean {
  for (let there = path; ; there = dirname(there)) {
    try {
      return isWithin(realpathSync(folder), realpathSync(there));
    } catch (error) {
      // A link to nothing is a way out for who writes there.
      if (there === dirname(there) || lstatSync(there, { throwIfNoEntry: false }) !== undefined) return false;
      if (fileErrorCode(error) !== "ENOENT") return false;
    }
  }
}

function readInside(folder: string, file: string): string {
  const path = resolve(folder, file);
  try {
    const real = isWithin(resolve(folder), path) ? realpathSync(path) : undefined;
    if (real === undefined || !isWithin(realpathSync(folder), real)) {
      throw new SkillError("path-refused", `The reference "${file}" is outside ${folder}.`);
    }
    return readFileSync(real, "utf8");
  } catch (error) {
    if (SkillError.is(error)) throw error;
    const code = fileErrorCode(error) === "ENOENT" ? "file-missing" : "file-unreadable";
    throw new SkillError(code, `The reference "${file}" cannot be read from ${folder}: ${describeFileError(error)}.`, {
      cause: error,
    });
  }
}
