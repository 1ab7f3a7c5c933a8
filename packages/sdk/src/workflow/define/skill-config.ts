import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { ObserverMap } from "../engine/observers.ts";
import type { HostDefinition } from "../hosts/host.ts";
import type { Primitive } from "../primitives/primitive.ts";
import type { AnySchema, FrontmatterConfig, PackageConfig, WorkflowDefinition } from "./workflow-definition.ts";

/** A version, or where to find one; not both. */
export type VersionStrategy =
  | { readonly version?: string; readonly resolveVersion?: false }
  | { readonly version?: undefined; /** That of the nearest package.json. */ readonly resolveVersion: true };

/** What sub-stores hold. */
export type StoresOf<Stores extends Readonly<Record<string, AnySchema>>> = {
  readonly [Name in keyof Stores]: StandardSchemaV1.InferOutput<Stores[Name]>;
};

/** What `skill` takes. */
export type SkillBuilderConfig<
  Entry extends string = string,
  Params extends AnySchema | undefined = AnySchema | undefined,
  Stores extends Readonly<Record<string, AnySchema>> = Readonly<Record<string, AnySchema>>,
  Final extends AnySchema | undefined = AnySchema | undefined,
> = FrontmatterConfig &
  VersionStrategy & {
    readonly name: string;
    /** The first step. */
    readonly entry: Entry;
    readonly description?: string;
    /** Keywords that are added to the description. */
    readonly triggers?: readonly string[];
    /** Instructions for the whole run; they stand before the preamble. */
    readonly system?: string;
    /** What the run is about: any Standard Schema. */
    readonly params?: Params;
    /** State that several steps build together, by name. */
    readonly stores?: Stores;
    /** What the last answer must be. */
    readonly finalOutput?: Final;
    readonly observers?: ObserverMap;
    /** The SKILL.md of the built skill, instead of the generated one. */
    readonly skillMd?: string | ((skill: WorkflowDefinition) => string);
    readonly package?: PackageConfig;
    /** Primitives of one's own, beside the six. */
    readonly primitives?: readonly Primitive[];
    /** Hosts of one's own, beside the nine. */
    readonly hosts?: readonly HostDefinition[];
  };
