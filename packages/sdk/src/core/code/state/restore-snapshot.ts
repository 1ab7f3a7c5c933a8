import { acceptValue, initialValue } from "./accept-value.ts";
import { jsonEqual } from "./json-equal.ts";
import { jsonPointer, pointerKeys } from "./json-pointer.ts";
import { NotJsonError, ownJson } from "./own-json.ts";
import { isPlainObject } from "./plain-object.ts";
import { recordChange } from "./record-change.ts";
import type { RestoreResult } from "./skill-state.ts";
import type { StateNamespace } from "./session-state.ts";
import type { StateCell } from "./state-cell.ts";
import { shownPath, stateInvalid } from "./state-errors.ts";

/** Gives every namespace what a snapshot has for it, or its beginning; all of them or none. */
export async function restoreSnapshot(
  cells: readonly StateCell[],
  snapshot: unknown,
  redefined: readonly StateNamespace[] = [],
): Promise<RestoreResult> {
  const wanted = new Map(redefined.map((namespace) => [namespace.definition.namespace, namespace]));
  const namespaceOf = (cell: StateCell): StateNamespace => wanted.get(cell.name) ?? cell.namespace;
  // Taken before anything is waited for: whoever gave it may change it meanwhile.
  const given = readSnapshot(cells, snapshot);
  // In all queues at once, so that two of these cannot wait for each other.
  const endTurns = await Promise.all(cells.map((cell) => cell.turns.take()));
  try {
    const values = await Promise.all(
      cells.map((cell) =>
        Object.hasOwn(given, cell.name)
          ? acceptValue(namespaceOf(cell), given[cell.name], "The snapshot of", advice)
          : initialValue(namespaceOf(cell)),
      ),
    );
    let corrected = false;
    for (const [index, cell] of cells.entries()) {
      const value = values[index];
      corrected ||= !Object.hasOwn(given, cell.name) || !jsonEqual(given[cell.name], value);
      cell.value = recordChange(cell.value, value, { path: "", foreign: true }).value;
      cell.namespace = namespaceOf(cell);
    }
    const known = new Set(cells.map(({ name }) => name));
    return { unknown: Object.keys(given).filter((name) => !known.has(name)), corrected };
  } finally {
    for (const endTurn of endTurns) endTurn();
  }
}

const advice = "Nothing was restored; correct the snapshot or leave the namespace out to start it anew.";

function readSnapshot(cells: readonly StateCell[], snapshot: unknown): Readonly<Record<string, unknown>> {
  let owned: unknown;
  try {
    owned = ownJson(snapshot);
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    const [namespace = "", ...keys] = pointerKeys(error.path) ?? [];
    const skill = cells.find(({ name }) => name === namespace)?.namespace.skills[0] ?? "";
    const message = `The snapshot is not JSON, at ${shownPath(error.path)}: ${error.message}. ${advice}`;
    throw stateInvalid({ namespace, skill }, jsonPointer(keys), message);
  }
  if (isPlainObject(owned)) return owned;
  const message = "A snapshot must be an object with a property for each namespace; `{}` starts all of them anew.";
  throw stateInvalid({ namespace: "", skill: "" }, "", message);
}
