import {
  type Check,
  type PreparedEntry,
  type PreparedTable,
  type Preset,
  recordKey,
} from "@tradecraft/sdk/workflow/prepared";
import type { ArkNode } from "./ark-node.ts";
import { isType, type RecordedValue, type TypeRecorder } from "./create-type-recorder.ts";
import { describeType, NotPreparable } from "./describe-type.ts";
import { verifyCheck } from "./verify-check.ts";

/** A schema that only the library itself can check. */
export interface UnpreparedSchema {
  /** As its author wrote it, or nearly. */
  readonly schema: string;
  /** Where the skill uses it; none for one that its code alone uses. */
  readonly uses: readonly string[];
  readonly reason: string;
}

/** What a built skill needs to do without its schema library. */
export interface PreparedSchemas {
  readonly table: PreparedTable;
  readonly prepared: number;
  readonly unprepared: readonly UnpreparedSchema[];
  /** Whether nothing can be asked of it that only the library knows: also nothing of what schemas were made from. */
  readonly isComplete: boolean;
}

/** Describes every schema that a skill's code made. `usesOf` tells where the skill uses one. */
export function prepareSchemas(recorder: TypeRecorder, usesOf: (key: string) => readonly string[]): PreparedSchemas {
  const table: Record<string, PreparedEntry | 1> = {};
  const unprepared: UnpreparedSchema[] = [];
  let prepared = 0;
  let isComplete = true;
  const presets = Object.fromEntries([...recorder.functions].map(([make, id]) => [id, make as Preset]));
  for (const value of recorder.values.values()) {
    const { key, real, text } = value;
    if (!isType(real)) {
      table[key] = typeof real === "function" || !isPlain(real) ? 1 : { value: real };
      continue;
    }
    const uses = usesOf(key);
    const { check, reason } = describeChecked(value, recorder, presets);
    isComplete &&= check !== undefined;
    // What others were made of, and nothing else, is not worth telling.
    const isStage = uses.length === 0 && recorder.stages.has(key);
    if (check === undefined && !isStage) unprepared.push({ schema: text, uses, reason });
    if (check !== undefined && !isStage) prepared++;
    const [input, output] = [jsonSchema(real, "input"), jsonSchema(real, "output")];
    const isSame = JSON.stringify(input) === JSON.stringify(output);
    table[key] = {
      schema: {
        ...(check !== undefined && { check }),
        ...(input && { input }),
        ...(!isSame && { output: output ?? 0 }),
      },
    };
    // What marks secrets where there is no JSON Schema.
    if (!input) {
      const json = recordKey(key, { get: "json" }, { keyOf: () => undefined, counts: new Map() });
      table[json] = { value: (real as unknown as { readonly json: unknown }).json };
    }
  }
  return { table: sorted(table), prepared, unprepared, isComplete };
}

function describeChecked(
  { real }: RecordedValue,
  recorder: TypeRecorder,
  presets: Readonly<Record<string, Preset>>,
): { readonly check?: Check; readonly reason: string } {
  try {
    const { internal } = real as { readonly internal: ArkNode };
    const check = describeType(internal, (make) => recorder.functions.get(make));
    if (verifyCheck(check, real, presets)) return { check, reason: "" };
    return { reason: "what was prepared does not say what this version of ArkType says" };
  } catch (error) {
    if (error instanceof NotPreparable) return { reason: error.message };
    throw error;
  }
}

function jsonSchema(real: unknown, side: "input" | "output"): object | undefined {
  try {
    const standard = (
      real as { readonly "~standard": { readonly jsonSchema: Record<string, (options: object) => object> } }
    )["~standard"];
    const told = standard.jsonSchema[side]?.({ target: "draft-2020-12" });
    if (!told) return undefined;
    // Whoever reads it knows the draft; it would be there once for each schema.
    const { $schema: _, ...rest } = told as Record<string, unknown>;
    return rest;
  } catch {
    return undefined;
  }
}

function isPlain(value: unknown): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value) || isJson(value);
}

function isJson(value: unknown): boolean {
  if (typeof value !== "object") return false;
  try {
    return (
      JSON.stringify(value) !== undefined && [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value))
    );
  } catch {
    return false;
  }
}

/** By key, so that the same skill gives the same bytes. */
function sorted(table: Record<string, PreparedEntry | 1>): PreparedTable {
  return Object.fromEntries(Object.entries(table).sort(([left], [right]) => (left < right ? -1 : 1)));
}
