import { SkillError } from "../errors.ts";
import type { CodeSession } from "./code-session.ts";
import type { JsonSchema } from "./code-tool.ts";
import type { SkillStateDefinition } from "./skill-definition.ts";
import { stateJsonSchema } from "./state-metadata.ts";
import { groupNamespaces } from "./state/group-namespaces.ts";

/** Two skills that cannot both keep what they want under one name. */
export function stateConflict(namespace: string, first: string, second: string): SkillError {
  const message = `The skills "${first}" and "${second}" keep different state in the namespace "${namespace}"; rename one of them, or give both the same schema.`;
  return new SkillError("state-conflict", message, { facts: { namespace, first, second } });
}

/** Lets the session's state follow a skill that was reconfigured. Throws `state-invalid` or `state-conflict`; then all stays. */
export async function redefineState(
  { definitions, state, states }: CodeSession,
  id: string,
  wanted: SkillStateDefinition,
): Promise<void> {
  if (states.get(id) === wanted) return;
  const conflict = groupNamespaces(definitions).conflicts.find(
    ({ namespace, first, second }) => namespace === wanted.namespace && (first === id || second === id),
  );
  if (conflict !== undefined) throw stateConflict(conflict.namespace, conflict.first, conflict.second);
  await state.redefine({ skills: [id], definition: wanted });
  states.set(id, wanted);
}

/** The same for all skills, as far as it goes: what does not fit stays as it was, and says so when it is used. */
export async function redefineStates(session: CodeSession): Promise<void> {
  for (const [id, { state }] of session.definitions) {
    if (state !== undefined) await redefineState(session, id, state).catch(() => undefined);
  }
}

/** JSON Schemas of namespaces whose skills were reconfigured since, and whose state has not followed yet. */
export function reconfiguredSchemas({ definitions, states }: CodeSession): Record<string, JsonSchema> {
  const changed = [...definitions].filter(([id, { state }]) => state !== undefined && states.get(id) !== state);
  if (changed.length === 0) return {};
  const { conflicts } = groupNamespaces(definitions);
  const contested = new Set(conflicts.map(({ namespace }) => namespace));
  return Object.fromEntries(
    changed.flatMap(([, { state }]) =>
      state === undefined || contested.has(state.namespace) ? [] : [[state.namespace, stateJsonSchema(state)]],
    ),
  );
}
