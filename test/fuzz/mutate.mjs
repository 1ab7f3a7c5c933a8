// Turns a real SKILL.md into one that nobody wrote: the kind of damage that people, editors and attackers do.

/** What YAML, Markdown and Unicode make trouble with. */
export const TOKENS = [
  ...Array.from("\"'`:#-?&*!|>[]{},%@~\\\t\n\r\0 =<.0"),
  ": ", " #", "- ", "? ", "- - ", ":\n", "|\n", ">\n", "|-\n", ">-\n", ">+\n", "|2\n", "> # c\n", "\r\n", "\n\n", "\n  ", "\n\t", "\n#", "\n---\n", "\n...\n", "---", "----",
  "&a ", "*a", "!!str ", "!x ", "!!binary ", "<<: ", "%YAML 1.1\n", "''", '""', '\\"', "\\u0041", "\\x41", "\\\n", "[]", "{}", "[a, b]", "{a: b}", "[a] [b]", "{a: {b: [c, d: e]}}", '{"a":1,"a":2}', "[a, , b]", "[a,]",
  "true", "null", "~", "yes", "0x1F", "0o17", "1.0", "-1", "+.inf", ".nan", "1e3", "-0", "12345678901234567890", "1_000", "2026-01-01",
  "\ufeff", "\u0085", "\u2028", "\u00a0", "\u200b", "\u202e", "\u{1F600}", "\u{E0041}", "\ud800", "\udc00", "\x7f", "\x80", "\x07",
  "__proto__: x\n", "constructor: x\n", "name: ", "description: ", "allowed-tools: ", "metadata:\n  ",
]; // prettier-ignore

/** @typedef {{ kind: number, place: number, token: number, length: number }} Mutation */

const kinds = [
  (text, at, { token }) => text.slice(0, at) + TOKENS[token % TOKENS.length] + text.slice(at),
  (text, at, { length }) => text.slice(0, at) + text.slice(at + 1 + (length % 8)),
  (text, at, { token }) => text.slice(0, at) + TOKENS[token % TOKENS.length] + text.slice(at + 1),
  (text, at, { length }) => text.slice(0, at) + text.slice(at, at + (length % 40)).repeat(2) + text.slice(at),
  (text, at) => onLine(text, at, (line) => line + line),
  (text, at) => onLine(text, at, () => ""),
  (text, at, { length }) => onLine(text, at, (line) => " ".repeat(1 + (length % 5)) + line),
  (text, at) => onLine(text, at, (line) => line.replace(/^ +/, "")),
  (text, at) => onLine(text, at, (line) => `${line.trimEnd()} \n`),
  (text, at, { token }) => onLine(text, at, (line) => line.replace(/: .*/, `: ${TOKENS[token % TOKENS.length]}`)),
  (text, at) => text.slice(0, at).replaceAll("\n", "\r\n") + text.slice(at),
];

function onLine(text, at, change) {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const newline = text.indexOf("\n", at);
  const end = newline < 0 ? text.length : newline + 1;
  return text.slice(0, start) + change(text.slice(start, end)) + text.slice(end);
}

/** Applies mutations one after the other. */
export function mutate(text, mutations) {
  let result = text;
  for (const mutation of mutations) {
    const at = Math.floor((mutation.place / 10_000) * result.length);
    result = kinds[mutation.kind % kinds.length](result, at, mutation);
  }
  return result;
}
