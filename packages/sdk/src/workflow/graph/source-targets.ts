const literal = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`$\\]*)`/g;

/**
 * Text literals in a function's source that it may return. Those that are compared with something, or asked for in a list
 * or the store, are left out: `response.kind === "review"` says nothing of where it goes.
 */
export function sourceLiterals(decide: (...args: never[]) => unknown): readonly string[] {
  const source = Function.prototype.toString.call(decide);
  const found = [...source.matchAll(literal)].filter(({ 0: text, index }) => {
    const before = source.slice(0, index).trimEnd();
    const after = source.slice(index + text.length).trimStart();
    if (/(?:[!=]=|\bcase)$/.test(before) || /^[!=]=/.test(after)) return false;
    if (/(?:\.(?:includes|has|ran|all|get|startsWith|endsWith|indexOf)\(|\bin|[\w\])]\s*\[)$/.test(before))
      return false;
    return !(after.startsWith(":") && /[{,]$/.test(before));
  });
  const texts = found.map(([, double, single, template]) => double ?? single ?? template ?? "");
  return [...new Set(texts.map((text) => text.replaceAll(/\\(["'`\\])/g, "$1")))];
}

/** Whether a function's source names the end of a run. */
export function mentionsTerminal(decide: (...args: never[]) => unknown): boolean {
  return /\bterminal\b/.test(Function.prototype.toString.call(decide));
}
