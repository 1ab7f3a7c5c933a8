import type { MarkdownSpan } from "./markdown.ts";

const LONGEST_TARGET = 2_048;
/** Pairs of parentheses inside a target. A limit keeps reading linear, whatever the line. */
const MOST_OPEN = 3;
const DEFINITION = /^ {0,3}\[[^\]\n]+\]:[ \t]+(?:<([^<>\n]*)>|(\S+))/;

/** Targets of the links, images and reference definitions of a line without inline code. */
export function lineLinks(line: string, lineStart: number): MarkdownSpan[] {
  const links: MarkdownSpan[] = [];
  for (let at = line.indexOf("]("); at >= 0; at = line.indexOf("](", at + 2)) {
    const target = readTarget(line, at + 2);
    if (target !== undefined)
      links.push({ text: line.slice(target.start, target.end), start: lineStart + target.start });
  }
  const definition = line.includes("]:") ? DEFINITION.exec(line) : null;
  const target = definition?.[1] ?? definition?.[2];
  if (definition !== null && target !== undefined && target.length <= LONGEST_TARGET)
    links.push({ text: target, start: lineStart + definition[0].lastIndexOf(target) });
  return links;
}

/** The target behind `](`: `<…>`, or text up to the closing parenthesis, and perhaps a title. */
function readTarget(line: string, from: number): { start: number; end: number } | undefined {
  const last = Math.min(line.length, from + LONGEST_TARGET);
  const start = skipSpaces(line, from, last);
  if (line.charAt(start) === "<") return readBracketed(line, start + 1, last);
  // Spaces belong to the target, as people write them, unless a title follows.
  let open = 0;
  for (let at = start; at < last; at++) {
    const character = line.charAt(at);
    if (character === "(") {
      if (++open > MOST_OPEN) return undefined;
    } else if (character === ")") {
      if (--open < 0) return { start, end: trimEnd(line, start, at) };
    } else if (isTitle(line, at)) {
      return line.slice(at, last).includes(")") ? { start, end: trimEnd(line, start, at) } : undefined;
    }
  }
  return undefined;
}

function readBracketed(line: string, start: number, last: number): { start: number; end: number } | undefined {
  let end = start;
  while (end < last && line.charAt(end) !== "<" && line.charAt(end) !== ">") end++;
  const after = line.charAt(skipSpaces(line, end + 1, last));
  return line.charAt(end) === ">" && [")", '"', "'"].includes(after) ? { start, end } : undefined;
}

function skipSpaces(line: string, from: number, last: number): number {
  let at = from;
  while (at < last && line.charAt(at) === " ") at++;
  return at;
}

function isTitle(line: string, at: number): boolean {
  const character = line.charAt(at);
  return (character === '"' || character === "'") && line.charAt(at - 1) === " ";
}

function trimEnd(line: string, start: number, end: number): number {
  let trimmed = end;
  while (trimmed > start && line.charAt(trimmed - 1) === " ") trimmed--;
  return trimmed;
}
