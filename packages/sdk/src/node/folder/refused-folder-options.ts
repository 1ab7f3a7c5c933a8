import { isRecord } from "../../core/is-record.ts";
import {
  aCount,
  aFlag,
  aFunction,
  aText,
  oneOf,
  type OptionRule,
  refusedOptions,
  shapeOf,
  withMethods,
} from "../../core/refused-options.ts";

const rules: Readonly<Record<string, OptionRule>> = {
  cwd: aText,
  maxDepth: aCount,
  maxFolders: aCount,
  hidden: aFlag,
  links: oneOf("inside", "follow", "ignore"),
  ignore: { is: aFunction.is, words: "a function that takes a path and says whether to leave it out" },
  index: {
    is: (value) => typeof value === "boolean" || (isRecord(value) && typeof value["folder"] === "string"),
    words: "true, false or { folder }",
  },
  maxResourceBytes: aCount,
  lock: { is: withMethods("files").is, words: "what `lockPins` makes of a lock" },
};

/** What is wrong with the folders or the options of a source of folders; undefined where nothing is. */
export function refusedFolderOptions(folders: unknown, options: unknown): string | undefined {
  const all: readonly unknown[] = Array.isArray(folders) ? folders : [folders];
  const at = all.findIndex((folder) => !isFolder(folder));
  if (at < 0) return refusedOptions(options, rules);
  const wrong = all[at];
  const given = wrong instanceof URL ? `a URL that begins with ${wrong.protocol}` : shapeOf(wrong);
  return `a folder must be a path, a file: URL or a root that was discovered, not ${given}`;
}

function isFolder(value: unknown): boolean {
  if (value instanceof URL) return value.protocol === "file:";
  return typeof value === "string" || (isRecord(value) && typeof value["path"] === "string");
}
