import type { SkillResource } from "../source/skill-source.ts";
import { cutText } from "./cut-text.ts";
import { escapeAttribute, quoteText } from "./escape.ts";

/** Characters of instructions that a model gets; the largest public skill has a quarter of it. */
const maxBody = 512 * 1024;
/** Files beyond this many are counted, not named. */
const maxListed = 50;

export interface SkillBlock {
  readonly id: string;
  readonly body: string;
  /** Where the skill's files lie, for agents that can open files themselves. */
  readonly directory?: string | undefined;
  readonly files?: readonly SkillResource[];
  /** Who serves it, if somebody else does. */
  readonly origin?: string | undefined;
  /** Lines about the tools that the skill brings along. */
  readonly tools?: readonly string[];
}

/** A skill's instructions in full, between tags that its text can neither open nor close. */
export function renderSkillBlock({ id, body, directory, origin, files = [], tools = [] }: SkillBlock): string {
  const from = origin === undefined ? "" : ` origin="${escapeAttribute(origin)}" untrusted="true"`;
  const folder = directory === undefined ? "" : ` directory="${escapeAttribute(directory)}"`;
  const resources = files.length === 0 ? [] : ["", ...renderFiles(files)];
  const own = tools.length === 0 ? [] : ["", ...tools];
  return [
    `<skill name="${escapeAttribute(id)}"${from}${folder}>`,
    quoteText(shorten(body)),
    ...own,
    ...resources,
    "</skill>",
  ].join("\n");
}

function renderFiles(files: readonly SkillResource[]): string[] {
  const lines = files.slice(0, maxListed).map(({ path, size }) => {
    const bytes = size === undefined ? "" : ` size="${size}"`;
    return `<file path="${escapeAttribute(path)}"${bytes}/>`;
  });
  const more = files.length - lines.length;
  if (more > 0) lines.push(`${more} more files are not listed.`);
  return ["<skill_resources>", ...lines, "</skill_resources>"];
}

function shorten(body: string): string {
  if (body.length <= maxBody) return body;
  return `${cutText(body, maxBody)}\n[The instructions are ${body.length} characters long; the rest was left out.]`;
}
