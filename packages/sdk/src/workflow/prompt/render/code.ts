/** Source code in a fence that is longer than any inside. */
export function code(source: string, language = ""): string {
  let longest = 0;
  for (const [ticks] of source.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  const fence = "`".repeat(Math.max(3, longest + 1));
  // The info string of a fence is one line without backticks: https://spec.commonmark.org/0.31.2/#info-string
  return `${fence}${language.replaceAll(/[`\s]+/g, " ").trim()}\n${source.replace(/\n$/, "")}\n${fence}`;
}
