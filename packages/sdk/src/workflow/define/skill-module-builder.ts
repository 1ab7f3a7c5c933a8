import { isStandardSchema } from "../../core/code/standard-schema.ts";
import { SkillError } from "../../core/errors.ts";
import type { ModuleConfig } from "./module.ts";
import { stepProblems } from "./step-problems.ts";
import type { AnySchema, AnyStepConfig, DefinedStep, ModuleDefinition, StepDefinition } from "./workflow-definition.ts";

type Config = ModuleConfig<string, AnySchema | undefined, Readonly<Record<string, AnySchema>>>;

/** What `module` gives, as it is at run time: the types are those of `ModuleBuilder`. */
export class SkillModuleBuilder {
  readonly #config: Config;
  readonly #steps: readonly (readonly [name: string, step: DefinedStep])[];

  constructor(config: Config, steps: readonly (readonly [string, DefinedStep])[] = []) {
    this.#config = config;
    this.#steps = steps;
  }

  step(name: string, step: AnyStepConfig | StepDefinition): SkillModuleBuilder {
    const config = "kind" in step && step.kind === "step" ? step.config : (step as AnyStepConfig);
    return new SkillModuleBuilder(this.#config, [...this.#steps, [name, Object.freeze({ ...config })]]);
  }

  build(): ModuleDefinition {
    const { name, entry, params, stores = {} } = this.#config;
    const names = this.#steps.map(([step]) => step);
    const problems = [
      ...(names.length === 0 ? ["it has no steps."] : []),
      ...(names.includes(entry) ? [] : [`the entry "${String(entry)}" is not one of its steps.`]),
      ...names.filter((step, index) => names.indexOf(step) !== index).map((step) => `two steps are called "${step}".`),
      ...(params === undefined || isStandardSchema(params) ? [] : ["`params` must be a schema."]),
      ...this.#steps.flatMap(([step, config]) => stepProblems(step, config)),
    ];
    if (problems.length > 0) {
      throw new SkillError("workflow-invalid", `The module "${name}": ${problems.join(" ")}`);
    }
    return Object.freeze({
      kind: "module",
      name,
      entry,
      stores: Object.freeze({ ...stores }),
      steps: Object.freeze(Object.fromEntries(this.#steps)),
      ...(params && { params }),
    });
  }
}
