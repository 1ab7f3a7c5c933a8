/** A named piece of prose, shared by prompts. */
export interface Fragment {
  readonly name: string;
  readonly content: string;
}

/** Instructions that frame the step. */
export interface SystemSegment {
  readonly kind: "system";
  readonly text: string;
}

/** A text the agent shows as it is. */
export interface ViewSegment {
  readonly kind: "view";
  readonly label?: string;
  readonly text: string;
}

/** What a primitive was told: its tag, and its own fields. */
export interface PrimitiveConfig {
  /** The primitive's tag: `ask-user`, `confirm`, … */
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** Something the agent does with a tool of its host. */
export interface ActSegment {
  readonly kind: "act";
  readonly primitive: PrimitiveConfig;
}

/** A piece of a prompt that is more than prose. */
export type PromptSegment = SystemSegment | ActSegment | ViewSegment;

/** A piece of a prompt. */
export type PromptPiece = string | Fragment | PromptSegment;

/** What a step's prompt may be, or a prompt function may return. */
export type PromptReturn = PromptPiece | readonly PromptPiece[];
