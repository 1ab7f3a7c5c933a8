import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { isWithin } from "../../node/is-within.ts";

/** Where a path leads, links followed; what does not exist yet is added to what does. */
export async function realOf(path: string): Promise<string> {
  const missing: string[] = [];
  for (let at = resolve(path); ; at = dirname(at)) {
    try {
      return join(await realpath(at), ...missing);
    } catch {
      if (dirname(at) === at) return join(at, ...missing);
      missing.unshift(basename(at));
    }
  }
}

/** Where a path of a project leads. Throws `path-refused` where that is outside: a clone can bring links along. */
export async function realInside(directory: string, path: string): Promise<string> {
  const root = await realpath(directory);
  const real = await realOf(join(directory, path));
  if (real !== root && isWithin(root, real)) return real;
  const message = `${path} leads out of the project, to ${real}; nothing is written there. Remove the link, or name another place.`;
  throw new SkillError("path-refused", message, { facts: { path } });
}
