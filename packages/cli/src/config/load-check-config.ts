import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { SkillError } from "@tradecraft/sdk";
import { readSkillFile } from "@tradecraft/sdk/node";
import { BUILT_RULES } from "../check/built/built-rules.ts";
import { UsageError } from "../usage-error.ts";
import { type CheckConfig, parseCheckConfig } from "./parse-check-config.ts";

/** A configuration and the folder its paths are relative to. */
export interface LoadedCheckConfig {
  readonly config: CheckConfig;
  readonly directory: string;
  /** The file as a person would name it; absent when there is none. */
  readonly path?: string;
}

const fileName = "tradecraft.json";

/** Loads the named configuration, or the nearest `tradecraft.json` at or above `cwd`; an empty one when there is none. */
export async function loadCheckConfig(cwd: string, named?: string): Promise<LoadedCheckConfig> {
  const path = named === undefined ? await findUpward(cwd) : resolve(cwd, named);
  if (path === undefined) return { config: {}, directory: cwd };
  const shown = named ?? (relative(cwd, path) || fileName);
  let text: string;
  try {
    const file = await readSkillFile(path, { maxBytes: 1024 * 1024 });
    if (file.diagnostics.length > 0) throw new UsageError("config-invalid", `${shown}: This file is not valid UTF-8.`);
    text = file.text;
  } catch (error) {
    if (SkillError.is(error, "file-missing"))
      throw new UsageError("config-missing", `${shown}: There is no such file.`);
    if (SkillError.is(error)) throw new UsageError("config-invalid", `${shown}: ${error.message}`);
    throw error;
  }
  return { config: await parse(text, shown), directory: dirname(path), path: shown };
}

/** Rules about workflows are loaded only when a configuration names something else than rules about SKILL.md. */
async function parse(text: string, shown: string): Promise<CheckConfig> {
  try {
    return parseCheckConfig(text, shown);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { LINT_RULES } = await import("@tradecraft/sdk/workflow");
    return parseCheckConfig(text, shown, [...Object.keys(LINT_RULES), ...Object.keys(BUILT_RULES)]);
  }
}

async function findUpward(from: string): Promise<string | undefined> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = join(folder, fileName);
    const found = await stat(path).then(
      () => true,
      () => false,
    );
    if (found) return path;
    if (dirname(folder) === folder) return undefined;
  }
}
