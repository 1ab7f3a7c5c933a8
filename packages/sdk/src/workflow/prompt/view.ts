import type { ViewSegment } from "./prompt-piece.ts";

type Content = string | readonly string[];

/** A text that the agent shows as it is; several are separated by a blank line. */
export function view(content: Content): ViewSegment;
/** The same, with a name. */
export function view(label: string, content: Content): ViewSegment;
export function view(first: Content, second?: Content): ViewSegment {
  if (second === undefined) return Object.freeze({ kind: "view", text: textOf(first) });
  if (typeof first !== "string") throw new TypeError("The label of a view must be text.");
  if (first.trim() === "") return view(second);
  return Object.freeze({ kind: "view", label: first, text: textOf(second) });
}

function textOf(content: Content): string {
  const texts = typeof content === "string" ? [content] : content;
  if (Array.isArray(texts) && texts.every((text) => typeof text === "string")) return texts.join("\n\n");
  throw new TypeError("A view shows a text, or a list of texts.");
}
