/** What the first line of a script asks to be run with; undefined if it does not say, or not in a form we know. */
export function readShebang(content: Uint8Array): readonly string[] | undefined {
  if (content[0] !== 0x23 || content[1] !== 0x21) return undefined;
  const end = content.indexOf(0x0a);
  const line = new TextDecoder().decode(content.subarray(2, Math.min(end < 0 ? content.length : end, 512))).trim();
  const [program = "", ...rest] = line.split(/[ \t]+/);
  if (!program.startsWith("/")) return undefined;
  if (!program.endsWith("/env")) {
    // As Linux has it: all that follows is one argument.
    const argument = line.slice(program.length).trim();
    return argument === "" ? [program] : [program, argument];
  }
  const words = rest[0] === "-S" ? rest.slice(1) : rest;
  const [named = "-"] = words;
  // Without -S the whole rest would be one name; variables and options of env itself are not for a script to set.
  const isPlain = !named.startsWith("-") && !named.includes("=") && (rest[0] === "-S" || words.length === 1);
  return isPlain ? words : undefined;
}
