/** Written like these, a name is a word of nobody's language. */
const distinctive = /[a-z][A-Z]|_|^(?:todowrite|codesearch|webfetch)$/;
/** Names with hyphens that are words too: "a web-search service". */
const plainHyphens = new Set(["web-search", "web-fetch", "read-file", "write-file", "ask-user", "complete-task"]);
/** Programs, and what everybody calls things: only "the … tool" means the tool. */
const programs = new Set(["bash", "shell", "grep", "glob", "ls", "lsp", "mermaid", "memory", "replace"]);
/** `plan` is a field if it is called one. */
const otherThings =
  "(?:field|property|propert|key|column|value|flag|option|branch|file|folder|director|command|label|status|step|section|tag|table|parameter|argument|variable|function|method)";

/** In a list, a table or beside its like, what stands in backticks is a value: "- `edit`: …", "`todo`, `done`". */
const notListed = String.raw`(?<![|,/>:]\s?)(?<![*-]\s)`;
const goesOn = String.raw`\s*(?:[:|,/=→—–]|->)`;

/** How a text names a tool: `always` as a name, or only in words that make it one. */
type MentionKind = "name" | "word" | "program";

function kindOf(name: string): MentionKind {
  if (programs.has(name.toLowerCase())) return "program";
  if (distinctive.test(name) || (name.includes("-") && !plainHyphens.has(name))) return "name";
  return "word";
}

interface ToolPattern {
  readonly name: string;
  readonly kind: MentionKind;
  readonly pattern: RegExp;
}

const patterns = new Map<string, ToolPattern>();

function patternFor(name: string): ToolPattern {
  let found = patterns.get(name);
  if (found === undefined) {
    const kind = kindOf(name);
    const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
    const bare = String.raw`(?<![\w/.$-])${escaped}(?![\w-]|\.\w)`;
    const asTool = String.raw`\b(?:[Tt]he|[Uu]se|[Cc]all|[Ii]nvoke|with|via|using)\s+[\x60"'*]*${escaped}[\x60"'*]*\s+tool\b`;
    const quoted = String.raw`${notListed}\x60${escaped}(?:\([^\x60]*\))?\x60(?!${goesOn}|\s+${otherThings})`;
    const called = String.raw`\b(?:[Uu]se|[Cc]all|[Ii]nvoke|[Rr]un|with|via|using)\s+(?:the\s+)?${escaped}\((?!e?s\))`;
    const byKind = { name: bare, word: `${asTool}|${quoted}|${called}`, program: asTool };
    found = { name, kind, pattern: new RegExp(byKind[kind], "u") };
    patterns.set(name, found);
  }
  return found;
}

/**
 * Names of tools in a text. `question` in a sentence is no tool, while "the `question` tool" is one; `AskUserQuestion` always
 * is. `own` are names that mean something in the step itself: fields of the answer, values, other steps.
 */
export function toolMentions(text: string, tools: readonly string[], own: ReadonlySet<string>): readonly string[] {
  // Code is full of words such as `read(…)`.
  const prose = text.replaceAll(/^ *(```|~~~)[\s\S]*?^ *\1/gm, "");
  return tools.filter((name) => {
    const { kind, pattern } = patternFor(name);
    if (own.has(name) && (kind === "word" || /^[a-z_-]+$/.test(name))) return false;
    return pattern.test(kind === "name" ? text : prose);
  });
}
