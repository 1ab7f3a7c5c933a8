const longest = 32;

/** What an author's condition says, where it is short enough to show: `response.ok` of `({ response }) => response.ok`. */
export function conditionLabel(when: (...args: never[]) => unknown, index: number): string {
  const source = Function.prototype.toString.call(when).replaceAll(/\s+/g, " ").trim();
  const [, body] = /^(?:async )?(?:\([^()]*\)|\w+) => (.+)$/.exec(source) ?? [];
  const [, returned] = /^\{ return ([^;{}]+);? \}$/.exec(body ?? "") ?? [];
  const text = returned ?? (body?.startsWith("{") === true ? undefined : body);
  return text === undefined || text.length > longest ? `condition ${index + 1}` : text;
}
