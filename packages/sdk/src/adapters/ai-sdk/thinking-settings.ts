import type { LanguageModel } from "ai";
import type { SkillThinking } from "../../core/code/skill-definition.ts";

/** Tokens of thought, for providers that count them; within what all their thinking models allow. */
const budgets = { none: 0, minimal: 1024, low: 4096, medium: 8192, high: 16_384, xhigh: 24_576 } as const;

/** Settings of `generateText` about thinking; other versions and providers do not look at what is not theirs. */
export interface ThinkingSettings {
  /** Version 7. */
  readonly reasoning?: keyof typeof budgets;
  readonly providerOptions?: {
    readonly openai: { readonly reasoningEffort: string };
    readonly anthropic: {
      readonly thinking: { readonly type: "disabled" } | { readonly type: "enabled"; readonly budgetTokens: number };
    };
    readonly google: { readonly thinkingConfig: { readonly thinkingBudget: number } };
  };
}

/** How long a model may think, in the words of its version and its provider; nothing when nobody said. */
export function thinkingSettings(thinking: SkillThinking | undefined, model: LanguageModel): ThinkingSettings {
  if (thinking === undefined) return {};
  const effort = thinking === true ? "medium" : thinking === false ? "none" : thinking;
  const version =
    typeof model === "string" ? undefined : (model as { specificationVersion: string }).specificationVersion;
  // Models of version 7 know the setting; a name may become one of them or not.
  if (version === "v4") return { reasoning: effort };
  const budget = budgets[effort];
  return {
    ...(version === undefined && { reasoning: effort }),
    providerOptions: {
      openai: { reasoningEffort: effort },
      anthropic: { thinking: budget === 0 ? { type: "disabled" } : { type: "enabled", budgetTokens: budget } },
      google: { thinkingConfig: { thinkingBudget: budget } },
    },
  };
}
