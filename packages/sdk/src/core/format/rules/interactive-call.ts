/** How a script asks a person, in one language. */
interface Asking {
  readonly extension: RegExp;
  readonly call: RegExp;
  /** Where a script defines a function of such a name: the name says nothing then, and only `otherCall` counts. */
  readonly definition?: RegExp;
  readonly otherCall?: RegExp;
}

const LANGUAGES: readonly Asking[] = [
  {
    extension: /\.py$/,
    call: /(?:^|[^\w.])(?:input|getpass|getpass\.getpass)\(/,
    definition: /^\s*(?:async )?def (?:input|getpass)\(/,
    otherCall: /(?:^|[^\w.])getpass\.getpass\(/,
  },
  {
    extension: /\.(?:sh|bash|zsh)$/,
    // `read -p`, and `read name` as a statement of its own that nothing is redirected into; `-u` reads another file.
    call: /(?:^\s*|;\s*|&&\s*|\|\|\s*|\b(?:do|then|else)\s+)(?:(?:IFS=\S*\s+)?read\s+(?:(?:-\w+\s+)*-\w*p\b|(?!.*<)(?:-[a-tv-zA-Z]+\s*(?:\d+\s*)?)*(?:[A-Za-z_]\w*\s*)?(?:$|[;&#]))|select\s+\w+\s+in\b)/,
  },
  {
    extension: /\.[cm]?[jt]s$/,
    call: /\.question\(|\binquirer\.|(?:^|[^\w.])(?:prompt|confirm)\(/,
    definition:
      /\bfunction\s*\*?\s*(?:prompt|confirm)\(|\b(?:const|let|var)\s+(?:prompt|confirm)\s*=\s*(?:async\b\s*)?(?:\(|function\b|\w+\s*=>)|^\s*(?:(?:async|static|public|private|protected|override)\s+)*(?:prompt|confirm)\([^()]*\)[^(){}]*\{/,
    otherCall: /\.question\(|\binquirer\./,
  },
  { extension: /\.rb$/, call: /(?:^|[^\w.])(?:STDIN\.)?gets\b(?!\()/ },
  { extension: /\.ps1$/i, call: /\bRead-Host\b/i },
];

/** Lines past this are data. */
const LONGEST_LINE = 1_000;

/** The first line of a script that waits for a person; undefined if there is none. */
export function interactiveCall(path: string, text: string): { line: number; text: string } | undefined {
  const language = LANGUAGES.find(({ extension }) => extension.test(path));
  if (language === undefined) return undefined;
  const { call, definition, otherCall } = language;
  const lines = text.split("\n").map((line) => (isCode(line) ? line : ""));
  const index = lines.findIndex((line) => call.test(line));
  if (index < 0) return undefined;
  const isOwn = definition !== undefined && lines.some((line) => definition.test(line));
  const asks = isOwn && otherCall !== undefined ? lines.findIndex((line) => otherCall.test(line)) : index;
  return asks < 0 ? undefined : { line: asks + 1, text: (lines[asks] ?? "").trim().slice(0, 60) };
}

function isCode(line: string): boolean {
  return line.length < LONGEST_LINE && !/^\s*(?:#|\/\/|\*)/.test(line);
}
