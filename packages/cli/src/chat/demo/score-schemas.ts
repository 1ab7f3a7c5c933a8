type Result<Value> =
  | { readonly value: Value }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly string[] }[] };

/** A Standard Schema by hand, with its JSON Schema: the demonstration needs no schema library. */
interface HandSchema<Value> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Result<Value>;
    readonly types?: { readonly input: Value; readonly output: Value };
  };
  readonly json: Readonly<Record<string, unknown>>;
}

interface Score {
  total: number;
  rounds: string[];
}

interface Round {
  readonly points: number;
  readonly note: string;
}

/** State of the skill `score`. */
export const scoreSchema: HandSchema<Score> = schema(
  {
    total: { type: "number" },
    rounds: { type: "array", items: { type: "string" } },
  },
  {
    total: (value) => typeof value === "number",
    rounds: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  },
);

/** Input of its tool `add`. */
export const addSchema: HandSchema<Round> = schema(
  { points: { type: "number" }, note: { type: "string" } },
  { points: (value) => typeof value === "number", note: (value) => typeof value === "string" },
);

function schema<Value>(
  properties: Readonly<Record<string, { readonly type: string; readonly items?: unknown }>>,
  checks: Readonly<Record<string, (value: unknown) => boolean>>,
): HandSchema<Value> {
  const validate = (value: unknown): Result<Value> => {
    if (typeof value !== "object" || value === null) return { issues: [{ message: "must be an object", path: [] }] };
    const fields = value as Record<string, unknown>;
    const issues = Object.entries(checks).flatMap(([name, check]) =>
      check(fields[name]) ? [] : [{ message: `must be of type ${properties[name]?.type ?? "any"}`, path: [name] }],
    );
    return issues.length > 0 ? { issues } : { value: value as Value };
  };
  return {
    "~standard": { version: 1, vendor: "tradecraft", validate },
    json: { type: "object", properties, required: Object.keys(properties), additionalProperties: false },
  };
}
