import { describeBranches, describePath, printable } from "./printable.ts";

/** Why a value was refused, in ArkType's words. */
export interface Failure {
  readonly path: readonly PropertyKey[];
  readonly data: unknown;
  readonly expected: string;
  /** What it was; empty where there is nothing to say. */
  readonly actual: string;
  /** Several conditions at one place, or all branches. */
  readonly of?: "all" | "any";
  readonly parts?: readonly Failure[];
}

/** The message for people and agents. */
export function messageOfFailure(failure: Failure): string {
  const problem = problemOf(failure);
  const place = failure.of === "any" ? "" : describePath(failure.path);
  const text = place === "" ? problem : `${place} ${problem}`;
  return text.startsWith("[") ? `value at ${text}` : text;
}

function problemOf({ of, expected, actual }: Failure): string {
  if (of === "any") return expected;
  if (of === "all") return `(${actual}) must be...\n${expected}`;
  return mustBe(expected, actual);
}

function mustBe(expected: string, actual: string): string {
  return `must be ${expected}${actual === "" ? "" : ` (was ${actual})`}`;
}

/** No branch accepted the value. */
export function noBranch(path: readonly PropertyKey[], data: unknown, failures: readonly Failure[]): Failure {
  const parts = failures.flatMap((part) => (part.of === "any" ? (part.parts ?? []) : [part]));
  const byPlace = new Map<string, Failure[]>();
  for (const part of parts) {
    const place = describePath(part.path);
    byPlace.set(place, [...(byPlace.get(place) ?? []), part]);
  }
  const descriptions = [...byPlace].map(([place, there]) => {
    const [first] = there;
    const same = there.every(({ actual }) => actual === first?.actual);
    const text = mustBe(
      describeBranches([...new Set(there.map(({ expected }) => expected))]),
      same ? (first?.actual ?? "") : printable(first?.data),
    );
    return place === "" ? text : `${place} ${text}`;
  });
  return { path, data, expected: describeBranches(descriptions), actual: printable(data), of: "any", parts };
}

/** Puts a failure into a list in which each place occurs once. `here` is where the check stands now. False if it adds nothing. */
export function addFailure(list: Failure[], failure: Failure, here: readonly PropertyKey[], data: unknown): boolean {
  const place = describePath(failure.path);
  const index = list.findIndex(({ path }) => describePath(path) === place);
  const existing = list[index];
  if (!existing) list.push(failure);
  else if (isNever(existing)) return false;
  else if (isNever(failure)) list[index] = failure;
  else {
    const parts = [...(existing.of === "all" ? (existing.parts ?? []) : [existing]), failure];
    const expected = `  ◦ ${parts.map((part) => part.expected).join("\n  ◦ ")}`;
    list[index] = { path: [...here], data, expected, actual: printable(data), of: "all", parts };
  }
  return true;
}

function isNever({ of, parts }: Failure): boolean {
  return of === "any" && parts?.length === 0;
}
