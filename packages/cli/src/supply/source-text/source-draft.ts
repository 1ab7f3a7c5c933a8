import type { ProjectSourceType } from "@tradecraft/sdk/supply";

/** A source as a command line says it; what it needs and does not say, a pin above all, is found out later. */
export interface SourceDraft {
  readonly type: ProjectSourceType;
  readonly url?: string;
  readonly package?: string;
  readonly path?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly plugins?: readonly string[];
  readonly version?: string;
  readonly ref?: string;
  readonly sha?: string;
}

/** A source and what to call it. */
export interface NamedDraft {
  readonly name: string;
  readonly source: SourceDraft;
}

/** The point that is asked for, if one is. */
export type DraftPin = Pick<SourceDraft, "version" | "ref" | "sha">;
