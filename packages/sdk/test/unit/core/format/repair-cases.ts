/** A broken entry of a frontmatter, how it is read and how it is mended. */
export interface RepairCase {
  readonly title: string;
  /** The third line of the frontmatter and those below. */
  readonly lines: string;
  readonly code: string;
  readonly field: string;
  readonly value: unknown;
  readonly line: number;
  readonly column: number;
  /** The text that the diagnostic points at. */
  readonly at: string;
  /** The same lines after the fix. */
  readonly fixed: string;
}

const colon = { code: "yaml-unquoted-colon", field: "description", line: 4, column: 14 };
const sign = { code: "yaml-unquoted-value", field: "description", line: 4, column: 14 };

export const repairs: readonly RepairCase[] = [
  {
    ...colon,
    title: "a colon in a value",
    lines: "description: Use when: asked",
    value: "Use when: asked",
    at: "Use when: asked",
    fixed: 'description: "Use when: asked"',
  },
  {
    ...colon,
    title: "a colon at the end of a value",
    lines: "description: Use for:",
    value: "Use for:",
    at: "Use for:",
    fixed: 'description: "Use for:"',
  },
  {
    ...colon,
    title: "several colons",
    lines: "description: a: b: c",
    value: "a: b: c",
    at: "a: b: c",
    fixed: 'description: "a: b: c"',
  },
  {
    ...colon,
    title: "a colon and double quotes",
    lines: 'description: say: "x"',
    value: 'say: "x"',
    at: 'say: "x"',
    fixed: `description: 'say: "x"'`,
  },
  {
    ...colon,
    title: "a colon and both quotes",
    lines: `description: it's: "x"`,
    value: `it's: "x"`,
    at: `it's: "x"`,
    fixed: `description: 'it''s: "x"'`,
  },
  {
    ...colon,
    title: "a colon and a backslash",
    lines: "description: C:\\x: y",
    value: "C:\\x: y",
    at: "C:\\x: y",
    fixed: "description: 'C:\\x: y'",
  },
  {
    ...colon,
    title: "a colon in a value of two lines",
    lines: "description: Use when: a\n  b c",
    value: "Use when: a b c",
    at: "Use when: a\n  b c",
    fixed: 'description: "Use when: a b c"',
  },
  {
    ...sign,
    title: "brackets twice",
    lines: "argument-hint: [a] [b]",
    field: "argument-hint",
    column: 16,
    value: "[a] [b]",
    at: "[a] [b]",
    fixed: 'argument-hint: "[a] [b]"',
  },
  {
    ...sign,
    title: "a bracket before text",
    lines: "description: [Beta] Draws",
    value: "[Beta] Draws",
    at: "[Beta] Draws",
    fixed: 'description: "[Beta] Draws"',
  },
  {
    ...sign,
    title: "an at sign",
    lines: "description: @mention",
    value: "@mention",
    at: "@mention",
    fixed: 'description: "@mention"',
  },
  {
    ...sign,
    title: "a backtick",
    lines: "description: `x` runs",
    value: "`x` runs",
    at: "`x` runs",
    fixed: 'description: "`x` runs"',
  },
  {
    ...sign,
    title: "text behind a closing quote",
    lines: 'description: "a" b',
    value: '"a" b',
    at: '"a" b',
    fixed: `description: '"a" b'`,
  },
  {
    ...sign,
    title: "a quote that never ends",
    lines: "description: 'tis",
    value: "'tis",
    at: "'tis",
    fixed: `description: "'tis"`,
  },
  {
    ...sign,
    title: "a glob",
    lines: "description: *.ts files",
    value: "*.ts files",
    at: "*.ts files",
    fixed: 'description: "*.ts files"',
  },
  {
    ...sign,
    title: "a quotation mark of Markdown",
    lines: "description: > quoted",
    value: "> quoted",
    at: "> quoted",
    fixed: 'description: "> quoted"',
  },
  {
    code: "yaml-tab",
    title: "tabs under a key",
    lines: "metadata:\n\ta: b\n\tc: d",
    field: "metadata",
    value: { a: "b", c: "d" },
    line: 5,
    column: 1,
    at: "\t",
    fixed: "metadata:\n  a: b\n  c: d",
  },
  {
    code: "yaml-tab",
    title: "a tab before a list item",
    lines: "tags:\n\t- a",
    field: "tags",
    value: ["a"],
    line: 5,
    column: 1,
    at: "\t",
    fixed: "tags:\n  - a",
  },
  {
    code: "yaml-tab",
    title: "tabs in a block scalar",
    lines: "description: |\n\ta\n\tb",
    field: "description",
    value: "a\nb\n",
    line: 5,
    column: 1,
    at: "\t",
    fixed: "description: |\n  a\n  b",
  },
  {
    code: "yaml-hash-in-value",
    title: "a number of an issue",
    lines: "description: Fix #12 now",
    field: "description",
    value: "Fix #12 now",
    line: 4,
    column: 18,
    at: "#12 now",
    fixed: 'description: "Fix #12 now"',
  },
  {
    code: "yaml-hash-in-value",
    title: "C# and a hash tag",
    lines: "compatibility: C# and #net",
    field: "compatibility",
    value: "C# and #net",
    line: 4,
    column: 23,
    at: "#net",
    fixed: 'compatibility: "C# and #net"',
  },
  {
    code: "yaml-hash-in-value",
    title: "two hashes",
    lines: "description: Fix #1 and #2",
    field: "description",
    value: "Fix #1 and #2",
    line: 4,
    column: 18,
    at: "#1 and #2",
    fixed: 'description: "Fix #1 and #2"',
  },
];
