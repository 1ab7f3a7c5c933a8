import type { AnySchema, WorkflowDefinition } from "../../workflow/define/workflow-definition.ts";
import { findStep, placeAt } from "../../workflow/engine/workflow-map.ts";
import type { SessionRecord } from "../../workflow/session/session-record.ts";
import type { SessionStore } from "../../workflow/session/session-store.ts";
import { redact } from "./redact.ts";

/** Every value of a session that a schema marked as secret: of params, of answers and of the final output. */
export class SessionSecrets {
  readonly #definition: WorkflowDefinition;
  readonly #values = new Set<unknown>();

  constructor(definition: WorkflowDefinition) {
    this.#definition = definition;
  }

  get values(): ReadonlySet<unknown> {
    return this.#values;
  }

  /** Those that were known before. */
  add(values: readonly unknown[]): void {
    for (const value of values) this.#values.add(value);
  }

  /** Those of the params of the skill, or of a sub-skill. */
  addParams(path: string, params: unknown): void {
    this.#collect(placeAt(this.#definition, path)?.definition.params, params);
  }

  /** Those of an answer, which may yet be refused: the reason may quote them. */
  addAnswer(step: string, output: unknown): void {
    this.#collect(findStep(this.#definition, step)?.unit.response, output);
  }

  /** Those of a part of the log. */
  addRecords(records: readonly SessionRecord[]): void {
    for (const record of records) {
      if (record.type === "started") this.addParams(record.subskill ?? "", record.params);
      else if (record.type === "answered") this.addAnswer(record.step, record.response);
      else if (record.type === "ended") this.#collect(this.#definition.finalOutput, record.finalOutput);
      else if (record.type === "entered" && record.params !== undefined) {
        this.addParams(record.step.slice(0, Math.max(0, record.step.lastIndexOf("/"))), record.params);
      }
    }
  }

  #collect(schema: AnySchema | undefined, value: unknown): void {
    try {
      this.add([...redact(schema, value).secrets]);
    } catch (error) {
      // Too deep to be walked through, and so to be taken or told.
      if (!(error instanceof RangeError)) throw error;
    }
  }
}

/** A store that notes the secrets of what is appended. */
export function notingSecrets<Store extends SessionStore>(store: Store, secrets: SessionSecrets): Store {
  return {
    ...store,
    append: (session, records, expected) => {
      secrets.addRecords(records);
      return store.append(session, records, expected);
    },
  };
}
