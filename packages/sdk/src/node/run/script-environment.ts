import { delimiter } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { isWithin } from "../is-within.ts";
import { searchFolders } from "./find-program.ts";

/** What a script may know of the host's environment; everything else may be a secret. */
const language = ["LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_NUMERIC", "LC_TIME", "LC_COLLATE"];
const system = process.platform === "win32" ? ["SystemRoot", "windir", "ComSpec", "PATHEXT"] : ["TZ"];
const passed = [...language, ...system];

/** By this variable the descendants of a run are found, wherever they went. */
export const RUN_MARKER = "TRADECRAFT_RUN";

export interface ScriptEnvironmentOptions {
  readonly host: NodeJS.ProcessEnv;
  /** The skill's folder, or the copy that is run. */
  readonly folder: string;
  /** What is home and temporary folder to the script. */
  readonly scratch: string;
  readonly more: Readonly<Record<string, string>>;
  readonly marker: string;
}

/** The environment of a script, made from nothing. */
export function scriptEnvironment(options: ScriptEnvironmentOptions): Record<string, string> {
  const { host, folder, scratch, more, marker } = options;
  const env: Record<string, string> = {};
  for (const name of passed) {
    const value = host[name];
    if (value !== undefined) env[name] = value;
  }
  Object.assign(env, {
    PATH: scriptSearchPath(host, folder),
    HOME: scratch,
    TMPDIR: scratch,
    TERM: "dumb",
    PYTHONPATH: folder,
    // Compiled files would change the skill's content.
    PYTHONDONTWRITEBYTECODE: "1",
    // What was printed before a kill is worth seeing.
    PYTHONUNBUFFERED: "1",
  });
  if (process.platform === "win32") Object.assign(env, { USERPROFILE: scratch, TEMP: scratch, TMP: scratch });
  return { ...env, ...more, [RUN_MARKER]: marker };
}

/** The host's search path, without what a skill could put programs into. */
export function scriptSearchPath(host: NodeJS.ProcessEnv, folder: string): string {
  return searchFolders(host["PATH"] ?? host["Path"])
    .filter((entry) => !isWithin(folder, entry))
    .join(delimiter);
}

/** Refuses variables that no process can have. */
export function assertEnvironment(env: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(env)) {
    if (typeof value === "string" && /^[^=\0]+$/.test(name) && !value.includes("\0")) continue;
    throw new SkillError("script-refused", "A variable of the environment has an impossible name or value.", {
      facts: { name: name.slice(0, 100) },
    });
  }
}
