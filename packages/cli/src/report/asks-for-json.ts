/** Whoever asked for JSON gets some, also about a wrong call. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const own = end < 0 ? argv : argv.slice(0, end);
  return own.some(
    (arg, at) => arg === "--json" || arg === "--format=json" || (arg === "json" && own[at - 1] === "--format"),
  );
}
