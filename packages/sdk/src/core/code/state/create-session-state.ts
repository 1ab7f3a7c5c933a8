import { SkillError } from "../../errors.ts";
import type { JsonSchema } from "../code-tool.ts";
import { stateJsonSchema } from "../state-metadata.ts";
import { acceptValue, initialValue } from "./accept-value.ts";
import { pointerSegment } from "./json-pointer.ts";
import { PatchOutbox } from "./patch-outbox.ts";
import { recordChange } from "./record-change.ts";
import { restoreSnapshot } from "./restore-snapshot.ts";
import { runEdit } from "./run-edit.ts";
import type { SessionState, StateNamespace } from "./session-state.ts";
import type { StatePatch } from "./skill-state.ts";
import { StateCell } from "./state-cell.ts";
import { stateInvalid } from "./state-errors.ts";
import { TurnQueue } from "./turn-queue.ts";

/** The state of one session, with each namespace at its beginning. Throws `state-invalid` for one that has none. */
export async function createSessionState(namespaces: readonly StateNamespace[]): Promise<SessionState> {
  const outbox = new PatchOutbox();
  const cells = new Map<string, StateCell>();
  const definitions = new TurnQueue();

  const define = async (namespace: StateNamespace): Promise<void> => {
    assertName(namespace);
    const value = await initialValue(namespace);
    cells.set(namespace.definition.namespace, new StateCell(namespace, value, outbox));
  };
  for (const namespace of namespaces) {
    assertNew(cells, namespace);
    await define(namespace);
  }

  return {
    snapshot: () => Object.freeze(byName(cells, ({ value }) => value)),
    namespace: (name) => cells.get(name)?.value,
    get schemas(): Readonly<Record<string, JsonSchema>> {
      return byName(cells, ({ namespace }) => stateJsonSchema(namespace.definition));
    },
    restore: async (snapshot, redefined = []) => {
      for (const namespace of redefined) if (!cells.has(namespace.definition.namespace)) await define(namespace);
      return restoreSnapshot([...cells.values()], snapshot, redefined);
    },
    edit: async (name, options, work) => {
      const cell = cells.get(name);
      if (cell !== undefined) return runEdit(cell, outbox, options, work);
      const message = `There is no state "${name}" in this session, so the skill "${options.skill}" cannot change it.`;
      throw stateInvalid({ namespace: name, skill: options.skill }, "", message);
    },
    redefine: async (namespace, onPatch) => {
      const endTurn = await definitions.take();
      try {
        const cell = cells.get(namespace.definition.namespace);
        if (cell !== undefined) outbox.add(onPatch, await redefineCell(cell, namespace));
        else {
          await define(namespace);
          const { namespace: name } = namespace.definition;
          const value = cells.get(name)?.value;
          outbox.add(onPatch, [{ op: "add", path: `/${pointerSegment(name)}`, value }]);
        }
        outbox.tell();
      } finally {
        endTurn();
      }
    },
  };
}

/** Gives a namespace another schema, if its value fits; what the schema makes of the value is the state then. */
async function redefineCell(cell: StateCell, namespace: StateNamespace): Promise<StatePatch> {
  const endTurn = await cell.turns.take();
  try {
    let seen: unknown;
    let value: unknown;
    // An update beside may change the state while the schema takes its time.
    do {
      seen = cell.value;
      value = await acceptValue(namespace, seen, "What is in", "The skill keeps its old schema.");
    } while (cell.value !== seen);
    const path = `/${pointerSegment(cell.name)}`;
    const change = recordChange(seen, value, { path, foreign: true });
    cell.value = change.value;
    cell.namespace = namespace;
    return change.patch;
  } finally {
    endTurn();
  }
}

function byName<Value>(cells: ReadonlyMap<string, StateCell>, pick: (cell: StateCell) => Value): Record<string, Value> {
  const result: Record<string, Value> = {};
  for (const [name, cell] of cells) result[name] = pick(cell);
  return result;
}

function assertName({ definition, skills }: StateNamespace): void {
  if (definition.namespace !== "__proto__") return;
  const message = "A namespace cannot be called __proto__: whoever copies a snapshot would set a prototype.";
  throw stateInvalid({ namespace: definition.namespace, skill: skills[0] ?? "" }, "", message);
}

function assertNew(cells: ReadonlyMap<string, StateCell>, { definition, skills }: StateNamespace): void {
  const first = cells.get(definition.namespace)?.namespace.skills[0];
  if (first === undefined) return;
  const [second = ""] = skills;
  const message = `The skills "${first}" and "${second}" both have the state "${definition.namespace}". Give one of them another namespace, or both the same schema.`;
  throw new SkillError("state-conflict", message, { facts: { namespace: definition.namespace, first, second } });
}
