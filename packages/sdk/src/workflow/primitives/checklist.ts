import type { PrimitiveConfig } from "../prompt/prompt-piece.ts";
import { attributes, elementText } from "../prompt/tag-text.ts";
import type { ChecklistConfig } from "./act-configs.ts";
import { checkList, checkText } from "./check-text.ts";
import { definePrimitive } from "./define-primitive.ts";
import type { Primitive } from "./primitive.ts";

interface Item {
  readonly title: string;
  readonly status: string;
}

/** A list of things to do, as checked: new, or brought up to date. */
export interface ChecklistAct extends PrimitiveConfig {
  readonly kind: "checklist";
  readonly create?: readonly Item[];
  readonly update?: readonly Item[];
}

/** Tools that mark an item, by the tool that makes one; the others do both. */
const updateTools: Readonly<Record<string, string>> = {
  TaskCreate: "TaskUpdate",
  "tracker-create-task": "tracker-update-task",
  tracker_create_task: "tracker_update_task",
};

/** A list of things to do, kept where the user sees it. */
export const checklist: Primitive<ChecklistConfig, ChecklistAct> = definePrimitive<ChecklistConfig, ChecklistAct>({
  tag: "checklist",
  tools: [
    "TaskCreate",
    "tracker-create-task",
    "write-todos",
    "todo",
    "update_todo_list",
    "write_todos",
    "tracker_create_task",
    "todowrite",
    "todo_write",
    "TodoWrite",
    "update_plan",
  ],
  create({ create, update }) {
    if ((create === undefined) === (update === undefined)) {
      throw new TypeError("A checklist has either `create` or `update`.");
    }
    if (create !== undefined) return { kind: "checklist", create: checkItems(create) };
    return { kind: "checklist", update: checkItems(update ?? []) };
  },
  render({ create, update }) {
    const items = (create ?? update ?? []).map(
      ({ title, status }) => `  <item${attributes({ status })}>${elementText(title)}</item>`,
    );
    return [`<checklist${attributes({ update: update !== undefined })}>`, ...items, "</checklist>"].join("\n");
  },
  preambleRow: (tool, toolsAvailable) => ({ tag: "checklist", tool, use: checklistUse(tool, toolsAvailable) }),
});

function checkItems(items: readonly Item[]): readonly Item[] {
  return Object.freeze(
    checkList(items, "The items of a checklist").map(({ title, status }, index) =>
      Object.freeze({
        title: checkText(title, `The title of item ${index + 1} of a checklist`),
        status: checkText(status, `The status of item ${index + 1} of a checklist`),
      }),
    ),
  );
}

function checklistUse(tool: string | undefined, toolsAvailable: readonly string[]): string {
  if (tool === undefined)
    return 'Keep the items as a list the user sees, and mark them as work goes on; update="true" changes it.';
  const marker = updateTools[tool];
  const mark = marker !== undefined && toolsAvailable.includes(marker) ? ` with ${marker}` : "";
  return `Register the items with the tool; mark each${mark} as work goes on. update="true": only mark.`;
}
