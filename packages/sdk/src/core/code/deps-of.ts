import type { CodeSession } from "./code-session.ts";
import type { SkillDefinition } from "./skill-definition.ts";

/** What tools get as `deps` outside a sub-agent: a function is called once per session. */
export async function depsOf({ deps: made }: CodeSession, { deps }: SkillDefinition): Promise<unknown> {
  if (typeof deps !== "function") return deps;
  if (!made.has(deps)) made.set(deps, Promise.resolve((deps as () => unknown)()));
  try {
    return await made.get(deps);
  } catch (error) {
    // The next call tries again.
    made.delete(deps);
    throw error;
  }
}
