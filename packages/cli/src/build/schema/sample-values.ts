import type { Check } from "@tradecraft/sdk/workflow/prepared";

const junk: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  1e9,
  "",
  "a",
  "long enough a text",
  [],
  {},
  [1, "a"],
  { a: 1 },
];

/** Values to try a check with: some that may fit, some of each that do not. */
export function sampleValues(check: Check): unknown[] {
  const samples: unknown[] = [...junk];
  for (const fitting of fittingValues(check, 0)) {
    samples.push(fitting);
    if (typeof fitting !== "object" || fitting === null || Array.isArray(fitting)) continue;
    samples.push({ ...fitting, "another key": 1 });
    for (const key of Object.keys(fitting)) {
      const { [key]: _, ...rest } = fitting as Record<string, unknown>;
      samples.push(rest);
      for (const wrong of [null, 7, "x", ["x"], {}]) samples.push({ ...fitting, [key]: wrong });
    }
  }
  return samples;
}

/** Values that probably fit; a few of each shape. */
function fittingValues(check: Check, depth: number): unknown[] {
  if (check === 0) return ["anything", undefined];
  if (depth > 6) return [];
  switch (check[0]) {
    case "domain":
      return { string: ["", "text"], number: [0, 1, 2.5], object: [{}] }[check[1]] ?? [];
    case "unit":
      return [check[1]];
    case "undefined":
      return [undefined];
    case "array":
      return [[], [1]];
    case "all":
      return fittingAll(check, depth);
    case "any":
      return check[1].flatMap((branch) => fittingValues(branch, depth + 1).slice(0, 4));
    case "switch":
      return Object.entries(check[3]).flatMap(([name, inner]) => fittingCase(check, name, inner, depth));
  }
}

function fittingAll(
  [, basis, refinements, structure]: Extract<Check, readonly ["all", ...unknown[]]>,
  depth: number,
): unknown[] {
  if (!structure) {
    const limits = refinements.map(([, rule]) => rule).filter((rule) => typeof rule === "number");
    if (Array.isArray(basis) && basis[1] === "string")
      return limits.flatMap((limit) =>
        [limit, limit + 1].map((length) => "x".repeat(Math.min(Math.max(length, 0), 1000))),
      );
    return [...fittingValues(basis, depth), ...limits.flatMap((limit) => [limit - 1, limit, limit + 1, limit + 0.5])];
  }
  const { props = [], sequence } = structure;
  if (sequence) {
    const first = (inner: Check): unknown => fittingValues(inner, depth + 1)[0];
    const fixed = [...(sequence.prefix ?? []), ...(sequence.optionals ?? [])].map(first);
    const more = sequence.variadic === undefined ? [] : [first(sequence.variadic)];
    const end = (sequence.postfix ?? []).map(first);
    return [
      [...fixed, ...end],
      [...fixed, ...more, ...more, ...more, ...end],
      [...fixed, "x", null, ...end],
    ];
  }
  const choices = props.map(([key, value]) => [key, fittingValues(value, depth + 1)] as const);
  const longest = Math.min(Math.max(1, ...choices.map(([, values]) => values.length)), 4);
  return Array.from({ length: longest }, (_, index) =>
    Object.fromEntries(choices.map(([key, values]) => [key, values[index % Math.max(values.length, 1)]])),
  );
}

function fittingCase(
  [, by, path]: Extract<Check, readonly ["switch", ...unknown[]]>,
  name: string,
  inner: Check | 1,
  depth: number,
): unknown[] {
  const values = inner === 1 ? [{}] : fittingValues(inner, depth + 1).slice(0, 4);
  if (by === "domain" || name === "default") return values;
  const decider: unknown = name === "undefined" ? undefined : JSON.parse(name);
  return path.length === 0 ? [decider] : values.map((value) => withValue(value, path, decider));
}

function withValue(value: unknown, [key, ...rest]: readonly (string | number)[], decider: unknown): unknown {
  if (key === undefined) return decider;
  const object = typeof value === "object" && value !== null ? value : {};
  return { ...object, [key]: withValue((object as Record<string | number, unknown>)[key], rest, decider) };
}
