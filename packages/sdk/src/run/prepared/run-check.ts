import type { Check, Preset, Sequence, Structure } from "./check.ts";
import { addFailure, type Failure, noBranch } from "./failure.ts";
import { actualOf, isRefined } from "./refinement.ts";
import { describeDomain, domainOf, printable } from "./printable.ts";
import { applyPresets, type Preparation } from "./apply-presets.ts";

/** What a check made of a value, or why it did not. */
export type CheckResult = { readonly value: unknown } | { readonly failures: readonly Failure[] };

/** Checks a value. One that defaults or deletions change is copied before. */
export function runCheck(check: Check, data: unknown, presets: Readonly<Record<string, Preset>> = {}): CheckResult {
  const run = new CheckRun();
  run.apply(check, data);
  if (run.failures.length > 0) return { failures: run.failures };
  return { value: applyPresets(data, run.preparations, { presets, declares }) };
}

/** Whether a structure knows a key. */
export function declares({ props, index, sequence }: Structure, key: string): boolean {
  if (props?.some(([name]) => name === key)) return true;
  if (index?.some(([signature]) => "value" in runCheck(signature, key))) return true;
  return sequence !== undefined && /^(?:0|[1-9]\d*)$/.test(key);
}

interface Branch {
  failure?: Failure;
  readonly preparations: Preparation[];
}

class CheckRun {
  readonly failures: Failure[] = [];
  readonly preparations: Preparation[] = [];
  readonly #path: PropertyKey[] = [];
  readonly #branches: Branch[] = [];
  #added = 0;

  apply(check: Check, data: unknown): void {
    if (check === 0) return;
    switch (check[0]) {
      case "domain": {
        const [, domain, expected, allowsNaN] = check;
        const isNaN = Number.isNaN(data);
        if (domainOf(data) === domain && (!isNaN || allowsNaN === 1)) return;
        const actual = isNaN ? "NaN" : describeDomain(domainOf(data));
        return this.#fail(data, expected === undefined || expected === 0 ? describeDomain(domain) : expected, actual);
      }
      case "unit":
        if (data !== check[1]) this.#fail(data, check[2] ?? printable(check[1]), printable(data));
        return;
      case "undefined":
        if (data !== undefined) this.#fail(data, check[1] ?? "undefined", printable(data));
        return;
      case "array":
        if (!Array.isArray(data)) this.#fail(data, check[1] ?? "an array", kindOf(data));
        return;
      case "all":
        return this.#all(check, data);
      case "any":
        return this.#any(check[1], data);
      case "switch":
        return this.#switch(check, data);
    }
  }

  get #branch(): Branch | undefined {
    return this.#branches.at(-1);
  }

  get #count(): number {
    const branch = this.#branch;
    if (!branch) return this.#added;
    return branch.failure ? 1 : 0;
  }

  /** Inside a branch the first failure is enough. */
  #isOver(before: number): boolean {
    return this.#branches.length > 0 && this.#count > before;
  }

  #fail(data: unknown, expected: string, actual: string, below: readonly PropertyKey[] = []): void {
    this.#add({ path: [...this.#path, ...below], data, expected, actual }, data);
  }

  #add(failure: Failure, data: unknown): void {
    const branch = this.#branch;
    if (branch) branch.failure = failure;
    else if (addFailure(this.failures, failure, this.#path, data)) this.#added++;
  }

  #inside(key: PropertyKey, check: Check, value: unknown): void {
    this.#path.push(key);
    this.apply(check, value);
    this.#path.pop();
  }

  #all([, basis, refinements, structure]: Extract<Check, readonly ["all", ...unknown[]]>, data: unknown): void {
    const before = this.#count;
    this.apply(basis, data);
    if (this.#count > before) return;
    for (const refinement of refinements) {
      if (!isRefined(refinement, data)) this.#fail(data, refinement[2], actualOf(refinement, data));
      if (this.#isOver(before)) return;
    }
    if (structure && this.#count === before) this.#structure(structure, data as Record<string, unknown>);
  }

  #structure(structure: Structure, data: Record<string, unknown>): void {
    const before = this.#count;
    let changes = structure.undeclared === "delete";
    for (const [key, value, missing, preset] of structure.props ?? []) {
      changes ||= preset !== undefined;
      if (key in data) this.#inside(key, value, data[key]);
      else if (typeof missing === "string") this.#fail(data, missing, "missing", [key]);
      if (this.#isOver(before)) return;
    }
    if (structure.sequence) this.#sequence(structure.sequence, data as unknown as readonly unknown[]);
    if (this.#isOver(before)) return;
    if (structure.index || structure.undeclared === "reject") {
      for (const key of Object.keys(data)) {
        for (const [signature, value] of structure.index ?? []) {
          if ("value" in runCheck(signature, key)) this.#inside(key, value, data[key]);
        }
        if (structure.undeclared !== "reject" || declares(structure, key)) continue;
        this.#fail(data, "removed", "", [key]);
        if (this.#branches.length > 0) return;
      }
    }
    if (changes && this.#count === 0) {
      (this.#branch?.preparations ?? this.preparations).push({ path: [...this.#path], structure });
    }
  }

  #sequence({ prefix = [], optionals = [], variadic, postfix = [] }: Sequence, data: readonly unknown[]): void {
    const before = this.#count;
    const fixed = [...prefix, ...optionals];
    const last = variadic === undefined ? fixed.length : data.length - postfix.length;
    for (let index = 0; index < data.length; index++) {
      const check = fixed[index] ?? (index < last ? variadic : postfix[index - last]);
      if (check !== undefined) this.#inside(index, check, data[index]);
      if (this.#isOver(before)) return;
    }
  }

  #any(branches: readonly Check[], data: unknown): void {
    const failures: Failure[] = [];
    for (const check of branches) {
      const branch: Branch = { preparations: [] };
      this.#branches.push(branch);
      this.apply(check, data);
      this.#branches.pop();
      if (!branch.failure) return void this.preparations.push(...branch.preparations);
      failures.push(branch.failure);
    }
    this.#add(noBranch([...this.#path], data, failures), data);
  }

  #switch([, by, path, cases, expected]: Extract<Check, readonly ["switch", ...unknown[]]>, data: unknown): void {
    let value: unknown = data;
    for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
    const name = by === "domain" ? `"${domainOf(value)}"` : domainOf(value) === "object" ? "" : printable(value);
    const chosen = Object.hasOwn(cases, name) ? cases[name] : cases["default"];
    if (chosen === undefined)
      this.#fail(data, expected, by === "domain" ? describeDomain(domainOf(value)) : printable(value), path);
    else if (chosen !== 1) this.apply(chosen, data);
  }
}

/** What is there where a list was expected. */
function kindOf(data: unknown): string {
  if (typeof data !== "object" || data === null) return domainOf(data);
  const name = Object.prototype.toString.call(data).slice("[object ".length, -1);
  return name === "Object" ? "object" : name;
}
