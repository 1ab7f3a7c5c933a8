import type { SkillError } from "../../errors.ts";
import { validateStandard } from "../standard-schema.ts";
import { ownJson } from "./own-json.ts";
import type { StateNamespace } from "./session-state.ts";
import { refusingNotJson, shownPath, stateInvalid } from "./state-errors.ts";

/** What the schema of a namespace makes of a value, frozen. Throws `state-invalid`; `what` begins its message. */
export async function acceptValue(
  { skills, definition }: StateNamespace,
  value: unknown,
  what: string,
  advice: string,
): Promise<unknown> {
  const { namespace, schema } = definition;
  const owner = { namespace, skill: skills[0] ?? "" };
  const refusal = (path: string, reason: string): string =>
    `${what} the state "${namespace}" (skill "${owner.skill}") is not valid, at ${path}: ${reason}. ${advice}`;
  const invalid = (path: string, reason: string): SkillError =>
    stateInvalid(owner, path, refusal(shownPath(path), reason));

  const result = await validateStandard(schema, value);
  if (result.issues !== undefined) {
    const [first] = result.issues;
    const more = result.issues.length - 1;
    const also = more > 0 ? ` (and ${more} more)` : "";
    throw invalid(first?.path ?? "", `${withoutStop(first?.message ?? "refused")}${also}`);
  }
  const owned = refusingNotJson(
    owner,
    "",
    (path, reason) => refusal(path, `${reason}; a state is plain JSON`),
    () => ownJson(result.value),
  );
  if (typeof owned !== "object" || owned === null) throw invalid("", "a state must be an object or a list");
  return owned;
}

/** What a namespace starts with. */
export async function initialValue(namespace: StateNamespace): Promise<unknown> {
  const { initial = {} } = namespace.definition;
  const advice = `Give the skill's state an "initial" that fits its schema, or the schema a default for each property.`;
  return acceptValue(namespace, initial, "The beginning of", advice);
}

function withoutStop(message: string): string {
  return message.replace(/\.$/, "");
}
