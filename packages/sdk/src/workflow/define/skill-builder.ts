import { SkillError } from "../../core/errors.ts";
import { assertWorkflow } from "./assert-workflow.ts";
import { describeWithTriggers } from "./describe-with-triggers.ts";
import { rewireParent } from "./rewire-parent.ts";
import type { SkillBuilderConfig } from "./skill-config.ts";
import type {
  AnyStepConfig,
  DefinedStep,
  ModuleDefinition,
  ModuleScope,
  StepDefinition,
  SubskillRegistration,
  Terminal,
  TopicConfig,
  WorkflowDefinition,
} from "./workflow-definition.ts";

interface Parts {
  readonly steps: Readonly<Record<string, DefinedStep>>;
  readonly stores: WorkflowDefinition["stores"];
  readonly subskills: Readonly<Record<string, SubskillRegistration>>;
  readonly topics: Readonly<Record<string, TopicConfig>>;
  /** What is wrong with the calls themselves; `build` tells it with the rest. */
  readonly problems: readonly string[];
}

/** What `skill` gives, as it is at run time: the types are those of `WorkflowBuilder`. */
export class SkillBuilder {
  readonly #config: SkillBuilderConfig;
  readonly #parts: Parts;

  constructor(config: SkillBuilderConfig, parts?: Parts) {
    if (typeof config !== "object" || config === null) {
      throw new SkillError("workflow-invalid", "A skill needs a name and an entry: skill({ name, entry, … }).");
    }
    this.#config = config;
    this.#parts = parts ?? {
      steps: {},
      stores: { ...config.stores },
      subskills: {},
      topics: {},
      problems: [],
    };
  }

  step(name: string, step: AnyStepConfig | StepDefinition): SkillBuilder {
    return this.#withStep(name, configOf(step));
  }

  extend(name: string, base: StepDefinition, overrides: Partial<AnyStepConfig>): SkillBuilder {
    return this.#withStep(name, { ...configOf(base), ...overrides });
  }

  parallel(name: string, config: AnyStepConfig & Record<"over" | "each" | "branches", never>): SkillBuilder {
    const { over, each, branches, ...rest } = config;
    const parallel = branches === undefined ? { over, each } : { branches };
    return this.#withStep(name, { ...rest, parallel } as AnyStepConfig);
  }

  register(
    module: ModuleDefinition,
    options: { readonly next: string | Terminal; readonly params?: ModuleScope["params"] },
  ): SkillBuilder {
    const scope: ModuleScope = {
      module: module.name,
      ...(module.params && { schema: module.params }),
      ...(options.params && { params: options.params }),
    };
    const clash = Object.keys(module.stores).find((store) => Object.hasOwn(this.#parts.stores, store));
    let builder = this.#with({
      stores: { ...this.#parts.stores, ...module.stores },
      ...(clash !== undefined && {
        problems: [
          ...this.#parts.problems,
          `The module "${module.name}" brings the store "${clash}", which is there already.`,
        ],
      }),
    });
    for (const [name, step] of Object.entries(module.steps)) {
      builder = builder.#withStep(name, { ...rewireParent(step, options.next), scope } as DefinedStep);
    }
    return builder;
  }

  subskill(
    name: string,
    definition: WorkflowDefinition,
    options: Omit<SubskillRegistration, "definition"> = {},
  ): SkillBuilder {
    const problems = Object.hasOwn(this.#parts.subskills, name) ? [`Two sub-skills are called "${name}".`] : [];
    return this.#with({
      subskills: { ...this.#parts.subskills, [name]: Object.freeze({ ...options, definition }) },
      problems: [...this.#parts.problems, ...problems],
    });
  }

  topic(name: string, topic: TopicConfig): SkillBuilder {
    const problems = Object.hasOwn(this.#parts.topics, name) ? [`Two topics are called "${name}".`] : [];
    return this.#with({
      topics: { ...this.#parts.topics, [name]: Object.freeze({ ...topic }) },
      problems: [...this.#parts.problems, ...problems],
    });
  }

  build(): WorkflowDefinition {
    const { problems, ...parts } = this.#parts;
    const { params, finalOutput, ...config } = this.#config;
    const definition: WorkflowDefinition = {
      ...config,
      ...(params && { params }),
      ...(finalOutput && { finalOutput }),
      kind: "skill",
      description: describeWithTriggers(config.description ?? "", config.triggers ?? []),
      triggers: [...(config.triggers ?? [])],
      version: config.version ?? "0.0.0",
      resolveVersion: config.resolveVersion ?? false,
      primitives: [...(config.primitives ?? [])],
      hosts: [...(config.hosts ?? [])],
      steps: Object.freeze(parts.steps),
      stores: Object.freeze(parts.stores),
      subskills: Object.freeze(parts.subskills),
      topics: Object.freeze(parts.topics),
    };
    assertWorkflow(definition, problems);
    return Object.freeze(definition);
  }

  #withStep(name: string, config: DefinedStep): SkillBuilder {
    const { steps, problems } = this.#parts;
    if (Object.hasOwn(steps, name)) return this.#with({ problems: [...problems, `Two steps are called "${name}".`] });
    return this.#with({ steps: Object.assign(Object.create(null), steps, { [name]: frozenStep(config) }) });
  }

  #with(parts: Partial<Parts>): SkillBuilder {
    return new SkillBuilder(this.#config, { ...this.#parts, ...parts });
  }
}

/** A step that later changes of what it was made of do not reach. */
function frozenStep(config: DefinedStep): DefinedStep {
  const { next, prompt } = config;
  return Object.freeze({
    ...config,
    ...(Array.isArray(next) && { next: Object.freeze(next.map((branch) => Object.freeze({ ...branch }))) }),
    ...(Array.isArray(prompt) && { prompt: Object.freeze([...prompt]) }),
  });
}

function configOf(step: AnyStepConfig | StepDefinition): AnyStepConfig {
  return "kind" in step && step.kind === "step" ? step.config : (step as AnyStepConfig);
}
