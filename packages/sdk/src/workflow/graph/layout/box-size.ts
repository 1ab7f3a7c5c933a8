import type { GraphNode } from "../graph-data.ts";

/** The size of a picture, or of something in it. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Room around the steps of a sub-skill, and for its title. */
export const GROUP_PADDING = 16;
export const GROUP_TITLE = 28;
export const LABEL_HEIGHT = 16;

const longestName = 44;
const longestLabel = 40;

/** Text that fits, with … where it was cut. */
export function cutName(text: string, most: number = longestName): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const letters = [...line];
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join("")}…`;
}

/** The text of an edge, as far as it fits. */
export function cutLabel(text: string): string {
  return cutName(text, longestLabel);
}

/** An estimate, on the safe side: wide characters count twice. */
export function textWidth(text: string, fontSize: number): number {
  let units = 0;
  for (const character of text) units += (character.codePointAt(0) ?? 0) > 0x2e7f ? 1.7 : 1;
  return Math.ceil(units * fontSize * 0.6);
}

/** What stands below a name. */
export function notesOf({ kind, hasPrompt, hasAction, destructive, maxVisits }: GraphNode): string {
  return [
    ...(kind === "parallel" ? ["parallel"] : []),
    ...(kind === "step" && !hasPrompt ? ["automatic"] : []),
    ...(hasAction ? [destructive ? "destructive action" : "action"] : []),
    ...(maxVisits === undefined ? [] : [`max ${maxVisits}`]),
  ].join(" · ");
}

/** How large a node is drawn. */
export function boxSize(node: GraphNode, inner: Size | undefined): Size {
  const name = textWidth(cutName(node.name), 13);
  if (inner !== undefined) {
    const width = Math.max(inner.width, name) + 2 * GROUP_PADDING;
    return { width, height: inner.height + GROUP_TITLE + GROUP_PADDING };
  }
  if (node.kind === "terminal") return { width: Math.max(name + 32, 72), height: 32 };
  const notes = notesOf(node);
  return { width: Math.max(name + 32, textWidth(notes, 11) + 24, 104), height: notes === "" ? 38 : 52 };
}
