/** How a run begins, as the options before the entry say. */
export interface DevStart {
  /** JSON, or `@file`. */
  readonly params?: string;
  readonly host?: string;
  readonly subskill?: string;
}

/** The options of a run. */
export function devStart(values: ReadonlyMap<string, string>): DevStart {
  const [params, host, subskill] = ["params", "host", "subskill"].map((name) => values.get(name));
  return {
    ...(params !== undefined && { params }),
    ...(host !== undefined && { host }),
    ...(subskill !== undefined && { subskill }),
  };
}

/** The call of the protocol that begins such a run; a skill of topics lists them. */
export function startCall(kind: "skill" | "reference", { params, host, subskill }: DevStart): readonly string[] {
  if (kind === "reference") return ["topics"];
  return [
    ...(subskill === undefined ? [] : [subskill]),
    "start",
    ...(params === undefined ? [] : [`--params=${params}`]),
    ...(host === undefined ? [] : [`--host=${host}`]),
  ];
}
