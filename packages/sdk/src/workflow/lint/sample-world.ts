import { jsonSchemaOf } from "../../core/code/standard-schema.ts";
import type { JsonSchema } from "../../core/code/code-tool.ts";
import type {
  AnyPartConfig,
  AnySchema,
  AnyStepContext,
  AnyStore,
  WorkflowDefinition,
} from "../define/workflow-definition.ts";
import { type ChoicePoint, type SampleChoice, anything, choicePointsOf, sampleValue } from "./sample-value.ts";

/** Which results a sample store holds. */
export interface SampleStoreOptions extends SampleChoice {
  /** Steps that have run; all of them if nothing is said. */
  readonly ran?: ReadonlySet<string>;
}

/** Makes params, answers, results and stores of a workflow from its schemas. */
export interface SampleWorld {
  params(choice: SampleChoice): unknown;
  response(step: string, choice: SampleChoice): unknown;
  actionResult(step: string, choice: SampleChoice): unknown;
  store(options: SampleStoreOptions): AnyStore;
  /** Places with several possible values, in what the given sources of callbacks name. */
  points(sources: string): readonly ChoicePoint[];
}

/** Paths of choices begin with what they are about: `params`, `response:<step>`, `action:<step>`, `store:<name>`. */
export function createSampleWorld(definition: WorkflowDefinition): SampleWorld {
  const schemas = new Map<AnySchema, JsonSchema | undefined>();
  const jsonOf = (schema: AnySchema): JsonSchema | undefined => {
    if (!schemas.has(schema)) schemas.set(schema, jsonSchemaOf(schema, "output") ?? jsonSchemaOf(schema, "input"));
    return schemas.get(schema);
  };
  const sample = (schema: AnySchema | undefined, choice: SampleChoice, path: string): unknown =>
    schema === undefined ? {} : sampleValue(jsonOf(schema), choice, path);

  const partResult = (part: AnyPartConfig, choice: SampleChoice, path: string): unknown =>
    part.action === undefined
      ? sample(part.response, choice, path)
      : typeof part.action === "function"
        ? anything()
        : sample(part.action.run.output, choice, path);

  const response = (step: string, choice: SampleChoice): unknown => {
    const config = definition.steps[step];
    const path = `response:${step}`;
    if (config?.parallel === undefined) return sample(config?.response, choice, path);
    if ("each" in config.parallel) return choice.full ? [partResult(config.parallel.each, choice, `${path}[0]`)] : [];
    return Object.fromEntries(
      Object.entries(config.parallel.branches).map(([name, part]) => [
        name,
        partResult(part, choice, `${path}.${name}`),
      ]),
    );
  };

  const actionResult = (step: string, choice: SampleChoice): unknown => {
    const action = definition.steps[step]?.action;
    if (action === undefined) return undefined;
    return typeof action === "function" ? anything() : sample(action.run.output, choice, `action:${step}`);
  };

  const params = (choice: SampleChoice): unknown => sample(definition.params, choice, "params");

  const store = (options: SampleStoreOptions): AnyStore => {
    const known = new Map<string, unknown>();
    const resultOf = (name: string): unknown => {
      if (known.has(name)) return known.get(name);
      // What a `save` reads of a step that is being worked out: its own result, or a cycle.
      known.set(name, anything());
      const subskill = definition.subskills[name];
      const result = subskill === undefined ? stepResult(name) : sampleFinal(subskill.definition);
      known.set(name, result);
      return result;
    };
    const sampleFinal = ({ finalOutput }: WorkflowDefinition): unknown =>
      finalOutput === undefined ? anything() : sample(finalOutput, options, "final");
    const stepResult = (name: string): unknown => {
      const context = { response: response(name, options), actionResult: actionResult(name, options) };
      const fallback = context.actionResult ?? context.response;
      const save = definition.steps[name]?.save;
      if (save === undefined) return fallback;
      return savedStep(save, { ...context, store: view, params: params(options), attempts: 1 }) ?? fallback;
    };
    const names = [...Object.keys(definition.steps), ...Object.keys(definition.subskills)];
    const ran = names.filter((name) => options.ran?.has(name) ?? true);
    const steps = {
      all: (name: string): readonly unknown[] => (ran.includes(name) ? [resultOf(name)] : []),
      ran: (name: string): boolean => ran.includes(name),
      history: [],
    };
    for (const name of ran) Object.defineProperty(steps, name, { get: () => resultOf(name), enumerable: true });
    const stores = Object.entries(definition.stores).map(([name, schema]) => [
      name,
      sample(schema, options, `store:${name}`),
    ]);
    const view = { ...(Object.fromEntries(stores) as object), steps } as AnyStore;
    return view;
  };

  const points = (sources: string): readonly ChoicePoint[] => [
    ...(definition.params === undefined ? [] : choicePointsOf(jsonOf(definition.params), "params")),
    ...Object.entries(definition.stores)
      .filter(([name]) => sources.includes(name))
      .flatMap(([name, schema]) => choicePointsOf(jsonOf(schema), `store:${name}`)),
    ...Object.entries(definition.steps)
      .filter(([name]) => sources.includes(name))
      .flatMap(([name, { response: schema, action }]) => [
        ...(schema === undefined ? [] : choicePointsOf(jsonOf(schema), `response:${name}`)),
        ...(typeof action === "object" ? choicePointsOf(jsonOf(action.run.output), `action:${name}`) : []),
      ]),
  ];

  return { params, response, actionResult, store, points };
}

function savedStep(save: (context: AnyStepContext) => unknown, context: AnyStepContext): unknown {
  try {
    const saved = save(context);
    if (saved instanceof Promise) {
      saved.catch(() => undefined);
      return anything();
    }
    return (saved as { readonly step?: unknown } | undefined)?.step;
  } catch {
    return anything();
  }
}

/** At most so many choices are tried for one callback. */
const mostChoices = 48;

/** Ways to make samples for a callback: everything there, only what must be, and each possible value once. */
export function sampleChoices(points: readonly ChoicePoint[]): readonly SampleChoice[] {
  const picked = points.flatMap(({ path, count }) =>
    Array.from({ length: count }, (_, index): SampleChoice => ({ full: true, picks: new Map([[path, index]]) })),
  );
  return [{ full: true }, { full: false }, ...picked.slice(0, mostChoices)];
}
