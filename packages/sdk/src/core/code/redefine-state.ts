import { SkillError } from "../errors.ts";
import type { CodeSession } from "./code-session.ts";
import type { JsonSchema } from "./code-tool.ts";
import type { SkillStateDefinition } from "./skill-definition.ts";
import { stateJsonSchema } from "./state-metadata.ts";
import type { RestoreResult, StatePatch } from "./state/skill-state.ts";
import { groupNamespaces } from "./state/group-namespaces.ts";

/** Two skills that cannot both keep what they want under one name. */
export function stateConflict(namespace: string, first: string, second: string): SkillError {
  const message = `The skills "${first}" and "${second}" keep different state in the namespace "${namespace}"; rename one of them, or give both the same schema.`;
  return new SkillError("state-conflict", message, { facts: { namespace, first, second } });
}

/** Lets the session's state follow a skill that was reconfigured. Throws `state-invalid` or `state-conflict`; then all stays. */
export async function redefineState(
  { definitions, state, states, events }: CodeSession,
  id: string,
  wanted: SkillStateDefinition,
): Promise<void> {
  if (states.get(id) === wanted) return;
  const conflict = groupNamespaces(definitions).conflicts.find(
    ({ namespace, first, second }) => namespace === wanted.namespace && (first === id || second === id),
  );
  if (conflict !== undefined) throw stateConflict(conflict.namespace, conflict.first, conflict.second);
  const { namespace } = wanted;
  const onPatch = (patch: StatePatch): void => events.emit("state-changed", { id, namespace, patch });
  await state.redefine({ skills: [id], definition: wanted }, onPatch);
  states.set(id, wanted);
}

/** Restores a snapshot under the schemas that skills have now, those that were reconfigured included. */
export async function restoreState(session: CodeSession, snapshot: unknown): Promise<RestoreResult> {
  const pending = reconfigured(session);
  const namespaces = pending.map(([id, definition]) => ({ skills: [id], definition }));
  const result = await session.state.restore(snapshot, namespaces);
  for (const [id, definition] of pending) session.states.set(id, definition);
  return result;
}

/** Skills that were reconfigured, and whose state has not followed yet; not those that contradict another. */
function reconfigured({ definitions, states }: CodeSession): [id: string, state: SkillStateDefinition][] {
  const changed = [...definitions].flatMap(([id, { state }]): [string, SkillStateDefinition][] =>
    state === undefined || states.get(id) === state ? [] : [[id, state]],
  );
  if (changed.length === 0) return [];
  const contested = new Set(groupNamespaces(definitions).conflicts.map(({ namespace }) => namespace));
  return changed.filter(([, { namespace }]) => !contested.has(namespace));
}

/** JSON Schemas of the namespaces of such skills. */
export function reconfiguredSchemas(session: CodeSession): Record<string, JsonSchema> {
  return Object.fromEntries(reconfigured(session).map(([, state]) => [state.namespace, stateJsonSchema(state)]));
}
