import { readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { SkillError } from "../core/errors.ts";
import { describeFileError, fileErrorCode } from "../node/describe-file-error.ts";
import { isWithin } from "../node/is-within.ts";
import type { ReferenceLoader } from "../workflow/define/workflow-definition.ts";

/** The files of a skill's folder. Each is read once; nothing outside the folder is, whatever links lead there. */
export function fileReferences(skillDir: string): ReferenceLoader {
  const texts = new Map<string, string>();
  return {
    load: (file) => {
      let text = texts.get(file);
      if (text === undefined) texts.set(file, (text = readInside(join(skillDir, "references"), file)));
      return text;
    },
    asset: (path) => {
      if (isWithin(resolve(skillDir), resolve(skillDir, path))) return resolve(skillDir, path);
      throw new SkillError("path-refused", `The file "${path}" is outside the skill's folder ${skillDir}.`);
    },
  };
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
