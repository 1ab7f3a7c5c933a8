const placeholder = /\$ARGUMENTS\[(\d+)\]|\$ARGUMENTS|\$([1-9])(?!\d)|\$\{(?:CLAUDE_)?SKILL_DIR\}/g;

export interface SubstituteArgumentsOptions {
  /** What the person typed behind the name. */
  readonly args: string;
  /** The skill's folder, where it has one. */
  readonly directory: string | undefined;
}

/** Instructions with what the person typed in place of `$ARGUMENTS` and `$1`; appended where they have no place for it. */
export function substituteArguments(body: string, { args, directory }: SubstituteArgumentsOptions): string {
  const words = splitWords(args);
  let used = false;
  const text = body.replace(placeholder, (found, index: string | undefined, digit: string | undefined) => {
    if (found.endsWith("SKILL_DIR}")) return directory ?? found;
    if (found === "$ARGUMENTS") {
      used = true;
      return args;
    }
    const word = words[index === undefined ? Number(digit) - 1 : Number(index)];
    // `$5` may be a price: what has no word for it is no place for one.
    if (word !== undefined) used = true;
    return word ?? (index === undefined ? found : "");
  });
  return used || args === "" ? text : `${text}\n\nARGUMENTS: ${args}`;
}

/** Words as a shell would see them, quotes kept together; nothing else is interpreted. */
function splitWords(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}
