const begin = "# tradecraft: installed skills, byte by byte";
const end = "# tradecraft: end";

/**
 * The `.gitattributes` of a folder of skills, so that git leaves the line endings of installed skills alone. Lines of
 * others stay; undefined when the file is to have none at all.
 */
export function gitAttributes(present: string | undefined, skills: readonly string[]): string | undefined {
  const lines = (present ?? "").split(/\r?\n/);
  const from = lines.indexOf(begin);
  // Only lines that look like ours: somebody may have taken the last one away.
  let to = from + 1;
  while (from >= 0 && /^\/.+\/\*\* -text$/.test(lines[to] ?? "")) to++;
  if (lines[to] === end) to++;
  const others = from < 0 ? lines : [...lines.slice(0, from), ...lines.slice(to)];
  while (others.at(-1) === "") others.pop();
  const own =
    skills.length === 0 ? [] : [begin, ...[...skills].sort().map((name) => `/${pattern(name)}/** -text`), end];
  const all = [...others, ...own];
  return all.length === 0 ? undefined : `${all.join("\n")}\n`;
}

/** A folder's name as git reads it in this file: quoted where it has other than plain characters. */
function pattern(name: string): string {
  return name.replaceAll(/[\\*?[\]! "#]/g, (character) => (character === " " ? "[[:space:]]" : `\\${character}`));
}
