// Random edits: what was told, applied by a program that is not ours, always gives the state.

import fc from "fast-check";
import { applyPatch } from "rfc6902";
import { describe, expect, it } from "vitest";
import { applyStatePatch, diffStates } from "../../../../../src/core/code/state/patch.ts";
import { isDeepFrozen, sessionWith, thawed } from "./support.ts";

const key = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "c",
    "",
    "/",
    "~",
    "~1",
    "a/b",
    "m~n",
    "é",
    "💡",
    "constructor",
    "prototype",
    "toString",
    "0",
    "length",
  ),
  fc.string({ unit: "binary", maxLength: 4 }).filter((name) => name !== "__proto__"),
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, -1.5, "x", "y"),
    fc.array(tie("json"), { maxLength: 5 }),
    fc.dictionary(key, tie("json"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const record = fc.dictionary(key, json, { maxKeys: 5, noNullPrototype: true });
const step = fc.record({
  kind: fc.constantFrom(
    "set",
    "delete",
    "push",
    "pop",
    "shift",
    "unshift",
    "splice",
    "sort",
    "reverse",
    "length",
    "move",
    "alias",
    "filter",
    "swap",
    "write",
  ),
  at: fc.array(fc.nat(7), { maxLength: 4 }),
  other: fc.array(fc.nat(7), { maxLength: 3 }),
  index: fc.nat(6),
  count: fc.nat(3),
  key,
  value: json,
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
// oxlint-disable-next-line typescript/no-explicit-any
type Box = any;

/** A container of the draft, found by numbers. */
function containerAt(root: unknown, at: readonly number[]): Box {
  let found = root as Box;
  for (const number of at) {
    const inside = Object.keys(found).filter((name) => typeof found[name] === "object" && found[name] !== null);
    if (inside.length === 0) break;
    found = found[inside[number % inside.length]!] as Box;
  }
  return found;
}

function contains(outer: unknown, inner: unknown): boolean {
  if (outer === inner) return true;
  if (typeof outer !== "object" || outer === null) return false;
  return Object.values(outer).some((value) => contains(value, inner));
}

function perform(root: unknown, { kind, at, other, index, count, key: name, value }: Step): void {
  const box = containerAt(root, at);
  const fresh = structuredClone(value);
  const from = containerAt(root, other);
  const put = (thing: unknown): void => {
    if (Array.isArray(box)) box.push(thing);
    else box[name] = thing;
  };
  if (kind === "move" || kind === "alias") {
    const names = Object.keys(from);
    const taken = names[index % Math.max(1, names.length)];
    if (taken === undefined) return;
    const thing = from[taken];
    if (contains(thing, box)) return;
    if (kind === "move") {
      if (Array.isArray(from)) from.splice(Number(taken), 1);
      else delete from[taken];
    }
    return put(thing);
  }
  if (!Array.isArray(box)) {
    if (kind === "delete") delete box[name];
    else if (kind === "filter") for (const each of Object.keys(box).slice(0, count)) delete box[each];
    else if (kind === "write") box[name] = [fresh, fresh];
    else box[name] = fresh;
    return;
  }
  switch (kind) {
    case "pop":
      return void box.pop();
    case "shift":
      return void box.shift();
    case "unshift":
      return void box.unshift(fresh, ...(count > 1 ? [count] : []));
    case "splice":
      return void box.splice(index, count, fresh);
    case "sort":
      return void box.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    case "reverse":
      return void box.reverse();
    case "length":
      box.length = Math.min(box.length, index);
      return;
    case "filter": {
      const kept = box.filter((_, position) => position % 2 === 0);
      box.splice(0, box.length, ...kept);
      return;
    }
    case "swap":
      if (box.length > 1) [box[0], box[box.length - 1]] = [box[box.length - 1], box[0]];
      return;
    default:
      return void box.push(fresh);
  }
}

const numRuns = process.env["TRADECRAFT_LONG"] === "1" ? 5000 : 1500;

describe("random edits", () => {
  it("are told as patches that lead from the old state to the new one", { timeout: 120_000 }, async () => {
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(record, fc.array(step, { minLength: 1, maxLength: 12 }), async (initial, steps) => {
        const { state, patches, edit } = await sessionWith(initial, "n/s~");
        // The same on a plain copy. Drafts and plain objects differ where one object is in two places, so no aliases here.
        const plain = steps.every(({ kind }) => !["alias", "write", "move", "swap", "sort"].includes(kind));
        const twin = structuredClone(initial);
        for (const each of [steps.slice(0, 4), steps.slice(4)]) {
          const before = state.snapshot();
          const count = patches.length;
          await edit((draft) => {
            for (const one of each) perform(draft, one);
          });
          for (const one of each) perform(twin, one);
          const after = state.snapshot();
          expect(isDeepFrozen(after)).toBe(true);
          expect(patches.length - count).toBeLessThanOrEqual(1);
          const patch = patches[count] ?? Object.freeze([]);
          changed += patches.length - count;
          expect(patch.every(({ path }) => path === "/n~1s~0" || path.startsWith("/n~1s~0/"))).toBe(true);
          expect(isDeepFrozen(patch)).toBe(true);
          const copy = thawed(before);
          expect(applyPatch(copy, thawed(patch) as never).filter((error) => error !== null)).toEqual([]);
          expect(copy).toEqual(after);
          expect(applyStatePatch(before, patch)).toEqual(after);
          if (patch.length === 0) expect(after["n/s~"]).toBe(before["n/s~"]);
          else expect(after).not.toEqual(before);
          if (plain) expect(after["n/s~"]).toEqual(twin);
          const foreign = diffStates(thawed(before), thawed(after));
          expect(applyStatePatch(before, foreign)).toEqual(after);
        }
      }),
      { numRuns },
    );
    expect(changed).toBeGreaterThan(numRuns);
  });
});
