import { SkillError } from "../../errors.ts";
import { NotJsonError } from "./own-json.ts";

/** Whose state an error is about. */
export interface StateOwner {
  readonly namespace: string;
  readonly skill: string;
}

/** A `state-invalid` that names the namespace, the skill and the place. */
export function stateInvalid(owner: StateOwner, path: string, message: string, cause?: unknown): SkillError {
  const facts = { namespace: owner.namespace, skill: owner.skill, path };
  return new SkillError("state-invalid", message, { facts, cause });
}

/** Runs what may meet a value that is not JSON; `describe` words the error. Paths lose the given beginning. */
export function refusingNotJson<Value>(
  owner: StateOwner,
  prefix: string,
  describe: (path: string, what: string) => string,
  action: () => Value,
): Value {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    const path = error.path.slice(prefix.length);
    throw stateInvalid(owner, path, describe(shownPath(path), error.message));
  }
}

/** A path for people: the root has a name too. */
export function shownPath(path: string): string {
  return path === "" ? "the whole state" : `"${path}"`;
}
