/** The name of a skill as a heading: `release-notes` is `Release notes`. */
export function titleOf(name: string): string {
  const words = name.replaceAll("-", " ");
  const [first = ""] = words;
  return `${first.toUpperCase()}${words.slice(first.length)}`;
}
