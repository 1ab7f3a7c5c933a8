/** The words of a command line, what is in quotes kept together; nothing else is interpreted. Undefined if a quote is open. */
export function splitCommand(text: string): readonly string[] | undefined {
  const words = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const rest = text.replace(/"[^"]*"|'[^']*'/g, "");
  if (/["']/.test(rest)) return undefined;
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
