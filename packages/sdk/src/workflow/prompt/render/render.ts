import { checklistText } from "./checklist-text.ts";
import { code } from "./code.ts";
import { diff } from "./diff.ts";
import { kv } from "./kv.ts";
import { section } from "./section.ts";
import { table } from "./table.ts";

/** Makes Markdown of data, to be shown with `view` or used in a prompt. */
export interface Render {
  readonly table: typeof table;
  readonly checklist: typeof checklistText;
  readonly diff: typeof diff;
  readonly code: typeof code;
  readonly kv: typeof kv;
  readonly section: typeof section;
}

/** Makes Markdown of data, to be shown with `view` or used in a prompt. */
export const render: Render = Object.freeze({ table, checklist: checklistText, diff, code, kv, section });
