import { SkillError } from "../../core/errors.ts";
import type { ReferenceLoader } from "../define/workflow-definition.ts";

/** For an engine that was given no files: asking for one fails, instead of giving nothing. */
export const noReferences: ReferenceLoader = Object.freeze({
  load: (file: string) => missing(file),
  asset: (path: string) => missing(path),
});

function missing(file: string): never {
  throw new SkillError("file-missing", `"${file}" cannot be read: the engine was made without \`refs\`.`);
}
