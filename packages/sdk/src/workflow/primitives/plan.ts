import type { PrimitiveConfig } from "../prompt/prompt-piece.ts";
import { attributes, elementText } from "../prompt/tag-text.ts";
import type { PlanConfig } from "./act-configs.ts";
import { checkList, checkText } from "./check-text.ts";
import { definePrimitive } from "./define-primitive.ts";
import type { Primitive } from "./primitive.ts";

/** A plan, as checked. */
export interface PlanAct extends PrimitiveConfig {
  readonly kind: "plan";
  readonly summary: string;
  readonly steps: readonly string[];
}

/** Tools that end planning and ask for approval, by the tool that begins it. */
const submitTools: Readonly<Record<string, string>> = {
  EnterPlanMode: "ExitPlanMode",
  "enter-plan-mode": "exit-plan-mode",
  enter_plan_mode: "exit_plan_mode",
};

/** Tools that keep a plan and approve nothing. */
const trackers: readonly string[] = ["update_plan"];

/** A plan that the user approves. */
export const plan: Primitive<PlanConfig, PlanAct> = definePrimitive<PlanConfig, PlanAct>({
  tag: "plan",
  tools: ["EnterPlanMode", "enter-plan-mode", "update_plan", "plan", "PLAN_MODE", "enter_plan_mode"],
  create({ summary, steps }) {
    return {
      kind: "plan",
      summary: checkText(summary, "The summary of plan"),
      steps: Object.freeze(
        checkList(steps, "The steps of plan").map((step, index) => checkText(step, `Step ${index + 1} of plan`)),
      ),
    };
  },
  render({ summary, steps }) {
    const lines = steps.map((step) => `  <step>${elementText(step)}</step>`);
    return [`<plan${attributes({ summary })}>`, ...lines, "</plan>"].join("\n");
  },
  preambleRow: (tool, toolsAvailable) => ({ tag: "plan", tool, use: planUse(tool, toolsAvailable) }),
});

function planUse(tool: string | undefined, toolsAvailable: readonly string[]): string {
  if (tool === undefined) return "Show summary and steps as a numbered list; go on once approved.";
  if (trackers.includes(tool))
    return "Record the steps with the tool, show them, and go on once the user approved in plain text.";
  const submit = submitTools[tool];
  return submit !== undefined && toolsAvailable.includes(submit)
    ? `Submit summary and steps for approval (enter with the tool, submit with ${submit}); go on once approved.`
    : "Submit summary and steps with the tool; go on once approved.";
}
