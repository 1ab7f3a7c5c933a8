/** A list of tools that notes which names it is asked for. */
export interface RecordingTools {
  readonly toolsAvailable: readonly string[];
  readonly asked: ReadonlySet<string>;
}

/**
 * A list that says yes, or no, whatever name it is asked for. It is empty to those who go through it: a prompt that prints
 * all tools of its host names none itself. What a callback asks for is found by trying it on the known names.
 */
export function recordingTools(answer: boolean, known: readonly string[]): RecordingTools {
  const asked = new Set<string>();
  const ask = (name: unknown): boolean => {
    if (typeof name === "string") asked.add(name);
    return answer;
  };
  const select = (test: (name: string, index: number, all: readonly string[]) => unknown): string[] => {
    const chosen = known.filter((name) => Boolean(test(name, 0, known)));
    // A test that everything passes asks for nothing in particular.
    if (chosen.length === known.length) return [];
    for (const name of chosen) asked.add(name);
    return answer ? chosen : [];
  };
  const methods: Readonly<Record<string, unknown>> = {
    includes: ask,
    indexOf: (name: unknown) => (ask(name) ? 0 : -1),
    lastIndexOf: (name: unknown) => (ask(name) ? 0 : -1),
    some: (test: Parameters<typeof select>[0]) => select(test).length > 0,
    find: (test: Parameters<typeof select>[0]) => select(test)[0],
    findIndex: (test: Parameters<typeof select>[0]) => (select(test).length > 0 ? 0 : -1),
    filter: select,
  };
  const toolsAvailable = new Proxy<string[]>([], {
    get: (target, key) => (typeof key === "string" && methods[key]) || Reflect.get(target, key),
    set: () => false,
  });
  return { toolsAvailable, asked };
}
