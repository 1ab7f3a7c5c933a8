/** Written like these, a name is a word of nobody's language. */
const distinctive = /[a-z][A-Z]|_|^(?:todowrite|codesearch|webfetch)$/;
/** Names with hyphens that are words too: "a web-search service". */
const plainHyphens = new Set(["web-search", "web-fetch", "read-file", "write-file", "ask-user", "complete-task"]);
/** Programs, and what everybody calls things: only "the … tool" means the tool. */
const programs = new Set(["bash", "shell", "grep", "glob", "ls", "lsp", "mermaid", "memory", "replace"]);
/** What functions, endpoints, components and columns are called as well: a tool only where it is asked to be used. */
const identifiers = new Set(
  `read_file read_many_files write_file write_to_file edit_file create_file delete_file search_files list_files list_directory
  list_dir file_search grep_search codebase_search search_replace search_and_replace edit_notebook execute_command
  exec_command send_input write_stdin view_image save_memory new_task switch_mode todo_read read_web_page undo_edit
  read_lints browser_action web_search web_fetch ask_user SendMessage TaskList TaskGet
  read write edit todo task plan question skill agent finder librarian oracle`.split(/\s+/),
);
/** `plan` is a field if it is called one. */
const otherThings =
  "(?:field|property|propert|key|column|value|flag|option|branch|file|folder|director|command|label|status|step|section|tag|table|parameter|argument|variable|function|method|mode|comment|endpoint|route|component|class|type|interface|module|package|librar|permission|role|button|event|action|operation|API|queue|attribute|keyword|constant|enum|script|hook)";

/** In a list, a table or beside its like, what stands in backticks is a value: "- `edit`: …", "`todo`, `done`". */
const notListed = String.raw`(?<![|,/>:]\s?)(?<![*-]\s)`;
const goesOn = String.raw`\s*(?:[:|,/=→—–]|->)`;

/** How a text names a tool: always as a name, or only in words that make it one. */
type MentionKind = "name" | "identifier" | "word" | "program";

function kindOf(name: string): MentionKind {
  if (programs.has(name.toLowerCase())) return "program";
  if (identifiers.has(name)) return "identifier";
  if (distinctive.test(name) || (name.includes("-") && !plainHyphens.has(name))) return "name";
  return "word";
}

interface ToolPattern {
  readonly kind: MentionKind;
  /** Nothing else can be meant. */
  readonly sure: RegExp;
  /** Something else may be. */
  readonly likely?: RegExp;
}

const patterns = new Map<string, ToolPattern>();

function patternFor(name: string): ToolPattern {
  let found = patterns.get(name);
  if (found === undefined) patterns.set(name, (found = makePattern(name)));
  return found;
}

function makePattern(name: string): ToolPattern {
  const kind = kindOf(name);
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const bare = String.raw`(?<![\w/.$-])${escaped}(?![\w-]|\.\w)`;
  const asTool = String.raw`\b(?:[Tt]he|[Uu]se|[Cc]all|[Ii]nvoke|with|via|using)\s+[\x60"'*]*${escaped}[\x60"'*]*\s+tool\b`;
  const inBackticks = String.raw`\x60${escaped}(?:\([^\x60]*\))?\x60(?!${goesOn}|\s+${otherThings})`;
  const called = String.raw`\b(?:[Uu]se|[Cc]all|[Ii]nvoke|[Rr]un|with|via|using)\s+(?:the\s+)?${escaped}\((?!e?s\))`;
  const byKind = {
    name: bare,
    identifier: `${asTool}|${called}`,
    word: `${asTool}|${notListed}${inBackticks}|${called}`,
    program: asTool,
  };
  const sure = new RegExp(byKind[kind], "u");
  if (kind !== "identifier") return { kind, sure };
  return {
    kind,
    sure,
    likely: new RegExp(String.raw`\b(?:[Uu]se|[Cc]all|[Ii]nvoke)\s+(?:the\s+)?${inBackticks}`, "u"),
  };
}

/** A tool that a text names. */
export interface ToolMention {
  readonly name: string;
  /** False where something else of that name may be meant: "Call `read_file` for each". */
  readonly isSure: boolean;
}

/**
 * Tools that a text names. `question` in a sentence is none, while "the `question` tool" is one; `AskUserQuestion` always
 * is. `own` are names that mean something in the step itself: fields of the answer, values, other steps.
 */
export function toolMentions(text: string, tools: readonly string[], own: ReadonlySet<string>): readonly ToolMention[] {
  // Code is somebody's, and has names of its own.
  const prose = text.replaceAll(/^[ \t>]*(`{3,}|~{3,})[\s\S]*?^[ \t>]*\1/gm, "");
  return tools.flatMap((name): readonly ToolMention[] => {
    const { kind, sure, likely } = patternFor(name);
    if (own.has(name) && (kind === "word" || kind === "identifier" || /^[a-z_-]+$/.test(name))) return [];
    if (sure.test(prose)) return [{ name, isSure: true }];
    return likely?.test(prose) ? [{ name, isSure: false }] : [];
  });
}
