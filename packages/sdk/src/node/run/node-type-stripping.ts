/** The options with which a version of Node runs TypeScript itself; undefined where it cannot. */
export function nodeTypeStripping(version: string): readonly string[] | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const atLeast = (otherMajor: number, otherMinor: number): boolean =>
    major > otherMajor || (major === otherMajor && minor >= otherMinor);
  const quiet = "--disable-warning=ExperimentalWarning";
  if (atLeast(23, 6) || (major === 22 && minor >= 18)) return [quiet];
  return atLeast(22, 6) ? ["--experimental-strip-types", quiet] : undefined;
}
