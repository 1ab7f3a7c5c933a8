import { pointerKeys } from "./json-pointer.ts";
import { recordChange } from "./record-change.ts";
import type { StateOperation } from "./skill-state.ts";

type Container = Record<string | number, unknown> | unknown[];

/**
 * Makes the same change in a draft that stands at `before`. Done in small steps, so that the parts of the draft which its
 * user holds stay parts of it.
 */
export function carryIntoDraft(draft: object, before: unknown, after: unknown): void {
  const { patch } = recordChange(before, after, { path: "", fold: false });
  try {
    for (const operation of patch) applyToDraft(draft as Container, operation);
  } catch {
    // The user of the draft put something frozen into it, which cannot be changed in steps.
    overwrite(draft as Container, after as Container);
  }
}

function applyToDraft(draft: Container, operation: StateOperation): void {
  const keys = pointerKeys(operation.path) ?? [];
  let parent: Container = draft;
  for (const key of keys.slice(0, -1)) parent = (parent as Record<string, Container>)[key] as Container;
  const key = keys.at(-1) ?? "";
  const value = "value" in operation ? thaw(operation.value) : undefined;
  if (!Array.isArray(parent)) {
    if (operation.op === "remove") delete parent[key];
    else parent[key] = value;
  } else if (operation.op === "remove") parent.splice(Number(key), 1);
  else if (operation.op === "add") parent.splice(Number(key), 0, value);
  else parent[Number(key)] = value;
}

function overwrite(draft: Container, value: Container): void {
  if (Array.isArray(draft)) draft.length = 0;
  else for (const key of Object.keys(draft)) delete draft[key];
  Object.assign(draft, thaw(value));
}

/** A copy that can be changed: the user of the draft may go on with it. */
function thaw(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(thaw);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, thaw(item)]));
}
