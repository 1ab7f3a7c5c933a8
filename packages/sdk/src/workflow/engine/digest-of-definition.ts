import { sha256 } from "../../core/sha256.ts";
import type { AnyNext, AnySchema, DefinedStep, WorkflowDefinition } from "../define/workflow-definition.ts";
import { jsonSchemaOfAnswer } from "../schema/json-schema-of-step.ts";

const digests = new WeakMap<WorkflowDefinition, Promise<string>>();

/** A digest of a workflow's graph and schemas. Texts and code are not in it: mending those does not end a session. */
export function digestOfDefinition(definition: WorkflowDefinition): Promise<string> {
  let digest = digests.get(definition);
  if (!digest) {
    const text = canonical(shapeOf(definition, new Set()));
    digests.set(definition, (digest = sha256(new TextEncoder().encode(text))));
  }
  return digest;
}

function shapeOf(definition: WorkflowDefinition, within: ReadonlySet<WorkflowDefinition>): unknown {
  const { name, entry, params, stores, finalOutput, steps, subskills } = definition;
  if (within.has(definition)) return name;
  const inside = new Set(within).add(definition);
  return {
    name,
    entry,
    params: schemaShape(params),
    stores: mapValues(stores, schemaShape),
    finalOutput: schemaShape(finalOutput),
    steps: mapValues(steps, stepShape),
    subskills: mapValues(subskills, (registration) => ({
      definition: shapeOf(registration.definition, inside),
      next: nextShape(registration.next),
    })),
  };
}

function stepShape(step: DefinedStep): unknown {
  const { parallel, maxVisits, onMaxVisits, onError, next } = step;
  return {
    ...unitShape(step),
    next: nextShape(next),
    maxVisits,
    onMaxVisits,
    onError,
    parallel:
      parallel && ("each" in parallel ? { each: unitShape(parallel.each) } : mapValues(parallel.branches, unitShape)),
  };
}

function unitShape({ prompt, response, action }: Pick<DefinedStep, "prompt" | "response" | "action">): object {
  return {
    prompted: prompt !== undefined,
    response: schemaShape(response),
    action: typeof action === "object" ? action.run.name : action !== undefined,
  };
}

function nextShape(next: AnyNext | undefined): unknown {
  if (typeof next === "function") return "()";
  if (!Array.isArray(next)) return next;
  return next.map(({ to, when }: { readonly to: unknown; readonly when?: unknown }) => ({
    to,
    when: when !== undefined,
  }));
}

function schemaShape(schema: AnySchema | undefined): unknown {
  return schema && jsonSchemaOfAnswer(schema);
}

function mapValues<In>(values: Readonly<Record<string, In>>, map: (value: In) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}

/** The same text for the same values, in whatever order they were written. */
function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  entries.sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(",")}}`;
}
