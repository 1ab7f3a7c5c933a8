import type { PrimitiveConfig } from "../prompt/prompt-piece.ts";

/** What rendering may know besides the primitive's own fields. */
export interface RenderContext {
  readonly skillName?: string;
}

/** A row of the preamble's table. */
export interface PreambleRow {
  readonly tag: string;
  readonly tool: string | undefined;
  readonly use: string;
}

/** How the agent is asked to do something that its host has a tool for: a tag, and the tools that can serve it. */
export interface Primitive<Input = never, Config extends PrimitiveConfig = PrimitiveConfig> {
  readonly tag: string;
  /** Names of host tools; the first one that the host has is used. */
  readonly tools: readonly string[];
  /** Checks what the author gave; throws a `TypeError` that says what is wrong. */
  create(input: Input): Config;
  /** The tag as text. Everything in it is escaped. */
  render(config: Config, context: RenderContext): string;
  /** How to use the tag, with the host's tool or without one. `toolsAvailable` are all tools of the host. */
  preambleRow(tool: string | undefined, toolsAvailable: readonly string[]): PreambleRow;
}
