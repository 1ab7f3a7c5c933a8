import {
  type PinnableSkill,
  type ScriptSkill,
  type SkillFileList,
  pinSkillFiles,
  skillDigest,
  SkillError,
} from "@tradecraft/sdk";
import { suggestion } from "../args/closest.ts";
import type { Catalog } from "../catalog/open-catalog.ts";

/** What would run. */
export interface RunPlan {
  readonly skill: ScriptSkill;
  readonly script: string;
  /** The skill's files as they are now; nothing else is run. */
  readonly files: SkillFileList;
  readonly digest: string;
}

/** Pins a skill and finds a script in it; `convert.py` is `scripts/convert.py`. */
export async function planRun(
  { registry }: Pick<Catalog, "registry">,
  { id, name }: { readonly id: string; readonly name: string },
  named: string,
): Promise<RunPlan> {
  const skill: ScriptSkill & PinnableSkill = {
    id,
    name,
    readSkill: async (options) => (await registry.trigger(id, options)).raw,
    directory: (options) => registry.directory(id, options),
    listResources: (options) => registry.files(id, options),
    readResource: (path, options) => registry.resource(id, path, options),
  };
  const files = await pinSkillFiles(skill);
  const scripts = files.map(({ path }) => path).filter((path) => path.startsWith("scripts/"));
  const script = [named, `scripts/${named}`].find((path) => scripts.includes(path));
  if (script === undefined) {
    const shown = named.slice(0, 100);
    const hint = scripts.length === 0 ? "; it has no scripts at all" : suggestion(named, scripts);
    throw new SkillError("resource-missing", `The skill "${id}" has no script "${shown}"${hint}`);
  }
  return { skill, script, files, digest: await skillDigest(files) };
}
