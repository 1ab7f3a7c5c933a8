/** What shows nothing, or reorders what is around it: no text of a skill needs it in a prompt. */
const hidden =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|[\p{Cs}\p{Co}]/gu;
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
const blank = String.raw`[\s\p{DI}\u2800]*`;
const skillTags = "(?:skill(?:s|_resources|_files?|_script|_tools?)?|available_skills|active_skills)";
const plainTags = "(?:file|stdout|stderr)";
const end = String.raw`(?![\w-])`;
/** The beginning of a tag that prompts and tool results are made of, however it is spaced; `wc < file` is none. */
const ownTags = new RegExp(
  `<(?=${blank}/${blank}(?:${skillTags}|${plainTags})${end}|${blank}${skillTags}${end}|${plainTags}${end})`,
  "giu",
);

/** A text from a skill without what nobody can see. */
export function visibleText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(controls, " ").replace(hidden, "");
}

/** A text from a skill on one line, safe between tags and in attributes. */
export function escapeLine(text: string): string {
  return escapeTags(visibleText(text).replaceAll(/\s+/g, " ").trim());
}

/** A text from a skill as the value of an attribute. */
export function escapeAttribute(text: string): string {
  return escapeLine(text).replaceAll('"', "&quot;");
}

function escapeTags(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A text from a skill on one line, as it is but for our own tags. */
export function quoteLine(text: string): string {
  return quoteText(text).replaceAll(/\s+/g, " ").trim();
}

/** A longer text from a skill, as it is but for our own tags, which it can neither open nor close. */
export function quoteText(text: string): string {
  return visibleText(text).replace(ownTags, "&lt;");
}

/** What somebody else wrote, in a sentence of ours: short, and on one line. */
export function mention(text: string, most = 100): string {
  const line = escapeLine(text.slice(0, 4 * most));
  return line.length <= most ? line : `${line.slice(0, most)}…`;
}
