import type { SystemSegment } from "./prompt-piece.ts";
import { resolveTemplate } from "./resolve-template.ts";

/** Instructions that frame a step, as a template or a text. */
export function system(text: string | TemplateStringsArray, ...values: readonly unknown[]): SystemSegment {
  return Object.freeze({ kind: "system", text: typeof text === "string" ? text : resolveTemplate(text, values) });
}
