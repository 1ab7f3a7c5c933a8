import { SkillError } from "../../core/errors.ts";
import { nameProblems as skillNameProblems } from "../../core/format/rules/name-rules.ts";
import type { VersionStrategy } from "./skill-config.ts";
import type { FrontmatterConfig, PackageConfig, ReferenceDefinition, TopicConfig } from "./workflow-definition.ts";

/** What `reference` takes. */
export type ReferenceBuilderConfig = FrontmatterConfig &
  VersionStrategy & {
    readonly name: string;
    readonly description: string;
    readonly package?: PackageConfig;
  };

/** Begins a skill of topics: texts that an agent asks for by name. */
export function reference(config: ReferenceBuilderConfig): ReferenceBuilder {
  return new ReferenceBuilder(config, []);
}

/** Builds a skill of topics. Each call gives a new builder. */
export class ReferenceBuilder {
  readonly #config: ReferenceBuilderConfig;
  readonly #topics: readonly (readonly [name: string, topic: TopicConfig])[];

  constructor(config: ReferenceBuilderConfig, topics: readonly (readonly [string, TopicConfig])[]) {
    this.#config = config;
    this.#topics = topics;
  }

  topic(name: string, topic: TopicConfig): ReferenceBuilder {
    return new ReferenceBuilder(this.#config, [...this.#topics, [name, Object.freeze({ ...topic })]]);
  }

  build(): ReferenceDefinition {
    const { version, resolveVersion, ...config } = this.#config;
    const problems = referenceProblems(this.#config, this.#topics);
    if (problems.length > 0) {
      throw new SkillError("workflow-invalid", `The reference skill "${String(config.name)}": ${problems.join(" ")}`);
    }
    return Object.freeze({
      ...config,
      kind: "reference",
      version: version ?? "0.0.0",
      resolveVersion: resolveVersion ?? false,
      topics: Object.freeze(Object.fromEntries(this.#topics)),
    });
  }
}

function referenceProblems(
  { name, description }: ReferenceBuilderConfig,
  topics: readonly (readonly [string, TopicConfig])[],
): string[] {
  const names = topics.map(([topic]) => topic);
  return [
    ...(typeof name === "string" && name !== ""
      ? skillNameProblems(name).map(({ message }) => message)
      : ["It needs a `name`."]),
    ...(typeof description === "string" && description !== "" ? [] : ["It needs a `description`."]),
    ...(topics.length > 0 ? [] : ["It needs at least one topic."]),
    ...names
      .filter((topic, index) => names.indexOf(topic) !== index)
      .map((topic) => `Two topics are called "${topic}".`),
    ...topics
      .filter(([, { label, content }]) => typeof label !== "string" || !["string", "function"].includes(typeof content))
      .map(([topic]) => `The topic "${topic}" needs a \`label\` and \`content\`.`),
  ];
}
