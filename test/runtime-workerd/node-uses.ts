/** Code without its comments, strings and template text, so that a word in a message is not taken for a use. */
function codeOnly(source: string): string {
  const pattern = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
  return source.replace(pattern, (part) => (part.startsWith("/") ? " " : '""'));
}

/** Lines that import a Node module or use a Node global without asking first whether it is there. */
export function nodeUses(source: string): string[] {
  const imports =
    source.match(/\b(?:from|import|require\()\s*\(?["'](?:node:[\w/]+|fs|path|process|buffer|os|util|crypto)["']/g) ??
    [];
  const globals = codeOnly(source)
    .split("\n")
    .filter((line) => /(?<![.\w$])(?:process|Buffer|__dirname|__filename)\s*[.(["]/.test(line))
    .filter((line) => !/typeof (?:process|Buffer)/.test(line));
  return [...imports, ...globals.map((line) => line.trim())];
}
