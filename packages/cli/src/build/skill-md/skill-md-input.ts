import type { Buildable } from "@tradecraft/sdk/workflow";

/** How a built skill keeps what has been answered. */
export type BuildProtocol = "session" | "stateless";

/** What a SKILL.md is generated from. */
export interface SkillMdInput<Definition extends Buildable = Buildable> {
  readonly definition: Definition;
  /** The one that was found, where the definition says to look for it. */
  readonly version: string;
  readonly protocol: BuildProtocol;
  /** What it runs on: Node, or nothing. */
  readonly mode: "node" | "bun";
  /** Whether the skill serves itself over MCP. */
  readonly hasMcp: boolean;
  /** Files under `references/`, `/` as separator. */
  readonly references: readonly string[];
}
