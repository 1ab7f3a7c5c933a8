import type { SkillDefinition } from "../skill-definition.ts";
import { stateJsonSchema } from "../state-metadata.ts";
import { jsonEqual } from "./json-equal.ts";
import type { StateNamespace } from "./session-state.ts";

/** Two skills that want the same namespace with different schemas. */
export interface NamespaceConflict {
  readonly namespace: string;
  readonly first: string;
  readonly second: string;
}

/** The namespaces of skills, each with those that share it; a skill that does not fit in is a conflict and left out. */
export function groupNamespaces(definitions: Iterable<readonly [id: string, definition: SkillDefinition]>): {
  namespaces: StateNamespace[];
  conflicts: NamespaceConflict[];
} {
  const groups = new Map<string, { skills: string[]; definition: StateNamespace["definition"] }>();
  const conflicts: NamespaceConflict[] = [];
  for (const [id, { state }] of definitions) {
    if (state === undefined) continue;
    const { namespace } = state;
    const group = groups.get(namespace);
    if (group === undefined) groups.set(namespace, { skills: [id], definition: state });
    else if (sameSchema(group.definition, state)) group.skills.push(id);
    else conflicts.push({ namespace, first: group.skills[0] ?? "", second: id });
  }
  return { namespaces: [...groups.values()], conflicts };
}

function sameSchema(a: StateNamespace["definition"], b: StateNamespace["definition"]): boolean {
  if (a.schema === b.schema) return true;
  const [first, second] = [stateJsonSchema(a), stateJsonSchema(b)];
  // Two that say nothing about themselves are not the same for that.
  return Object.keys(first).length > 0 && jsonEqual(first, second);
}
