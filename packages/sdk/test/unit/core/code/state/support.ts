import type { StandardSchemaV1 } from "@standard-schema/spec";
import { createSessionState } from "../../../../../src/core/code/state/create-session-state.ts";
import type { EditOptions, SessionState, StateNamespace } from "../../../../../src/core/code/state/session-state.ts";
import type { StatePatch } from "../../../../../src/core/code/state/skill-state.ts";

/** A schema that takes anything. */
export const anything: StandardSchemaV1 = {
  "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) },
};

export function namespaceOf(namespace: string, initial: unknown = {}, schema = anything): StateNamespace {
  return { skills: [`skill-${namespace}`], definition: { namespace, schema, initial } };
}

/** A session with one namespace and every patch that was told. */
export async function sessionWith(initial: unknown, name = "ns") {
  const state = await createSessionState([namespaceOf(name, initial)]);
  const patches: StatePatch[] = [];
  const options: EditOptions = { skill: "tester", onPatch: (patch) => patches.push(patch) };
  return {
    state,
    patches,
    options,
    // oxlint-disable-next-line typescript/no-explicit-any
    edit: (work: (draft: any) => unknown) => state.edit(name, options, async (edit) => work(edit.state)),
  };
}

export function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}

export function thawed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

export type { SessionState };
