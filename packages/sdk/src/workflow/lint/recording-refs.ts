import type { ReferenceLoader } from "../define/workflow-definition.ts";
import { SAMPLE_TEXT } from "./sample-value.ts";

/** The files of a skill, as far as they are known. */
export interface ReferenceFiles {
  /** Paths below `references/`. */
  readonly references: readonly string[];
  /** The text of one of them. */
  readonly read?: (file: string) => string;
}

/** A loader that notes what was loaded. */
export interface RecordingRefs {
  readonly refs: ReferenceLoader;
  /** Files that are there. */
  readonly loaded: ReadonlySet<string>;
  /** Files that are not, if it is known which are. */
  readonly missing: ReadonlySet<string>;
  /** Names made from sample values: which file is meant is not known before a run. */
  readonly variable: ReadonlySet<string>;
}

/** Loads what is there, and gives sample text for what is not. */
export function recordingRefs(files: ReferenceFiles | undefined): RecordingRefs {
  const loaded = new Set<string>();
  const missing = new Set<string>();
  const variable = new Set<string>();
  const note = (path: string): string => {
    const file = path.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
    if (file.includes(SAMPLE_TEXT)) variable.add(file);
    else if (files === undefined || files.references.includes(file)) loaded.add(file);
    else missing.add(file);
    return file;
  };
  const refs: ReferenceLoader = {
    load: (path) => {
      const file = note(String(path));
      return loaded.has(file) ? (files?.read?.(file) ?? SAMPLE_TEXT) : SAMPLE_TEXT;
    },
    asset: (path) => {
      const [, file] = /^(?:\.\/)?references\/(.+)$/.exec(String(path)) ?? [];
      if (file !== undefined) note(file);
      return `/${path}`;
    },
  };
  return { refs, loaded, missing, variable };
}
