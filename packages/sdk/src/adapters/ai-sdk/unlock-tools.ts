import type { ModelMessage, ToolSet } from "ai";
import type { Skillset } from "../../core/skillset/skillset.ts";

/** What a `prepareStep` is given, as far as all versions agree on it. */
export interface SkillStepOptions {
  readonly stepNumber: number;
  readonly steps: readonly {
    readonly text: string;
    readonly finishReason: string;
    readonly toolCalls: readonly { readonly toolName: string; readonly input: unknown }[];
  }[];
  readonly messages: readonly ModelMessage[];
}

/** A `prepareStep` of any version; a method, so that one with narrower types fits too. */
export type SkillPrepareStep = { prepare(options: SkillStepOptions): unknown }["prepare"];

interface UnlockSettings {
  readonly tools?: ToolSet | undefined;
  readonly activeTools?: readonly string[] | undefined;
  readonly prepareStep?: SkillPrepareStep | undefined;
}

/**
 * A `prepareStep` for mode `unlocked`: the model sees the program's active tools, those for skills, and the tools of the
 * skills that are loaded by then. What the program's own `prepareStep` says stays; its `activeTools` are the program's.
 */
export function unlockTools(
  { tools = {}, activeTools, prepareStep }: UnlockSettings,
  skillset: Skillset,
): SkillPrepareStep {
  const own = activeTools ?? Object.keys(tools);
  const skillNames = skillset.tools.map(({ name }) => name);
  const locked = new Set(skillset.unlockable.map(({ name }) => name));
  return async (options) => {
    const prepared = (await prepareStep?.(options)) as { readonly activeTools?: readonly string[] } | undefined;
    const active = (prepared?.activeTools ?? own).filter((name) => !locked.has(name));
    const unlocked = skillset.unlocked().map(({ name }) => name);
    return { ...prepared, activeTools: [...new Set([...active, ...skillNames, ...unlocked])] };
  };
}
