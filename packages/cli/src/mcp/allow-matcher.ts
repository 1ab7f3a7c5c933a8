/** Whether an id is one of these, or fits a pattern in which `*` stands for any run of characters. */
export function allowMatcher(allow: readonly string[]): (id: string) => boolean {
  if (allow.length === 0) return () => true;
  const patterns = allow.map(toRegExp);
  return (id) => patterns.some((pattern) => pattern.test(id));
}

/** Those that fit no id at all: most likely misspelled. */
export function unmatched(allow: readonly string[], ids: readonly string[]): string[] {
  return allow.filter((pattern) => !ids.some((id) => toRegExp(pattern).test(id)));
}

function toRegExp(pattern: string): RegExp {
  const parts = pattern.split(/\*+/).map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}
