import type { AnyNext, Terminal } from "../define/workflow-definition.ts";
import { SAMPLE_TEXT } from "./sample-value.ts";
import { type SampleWorld, sampleChoices } from "./sample-world.ts";

/** Where a function leads when it is called with sample values. One that is asynchronous is not called. */
export function sampleTargets(
  world: SampleWorld,
  from: string,
  decide: Extract<AnyNext, (...args: never[]) => unknown>,
): readonly (string | Terminal)[] {
  if (Object.prototype.toString.call(decide) === "[object AsyncFunction]") return [];
  const source = Function.prototype.toString.call(decide);
  const found = new Set<string>();
  let ends = false;
  for (const choice of sampleChoices(world.points(`${source} ${from}`))) {
    for (const attempts of [1, 100]) {
      const context = {
        response: world.response(from, choice),
        actionResult: world.actionResult(from, choice),
        store: world.store(choice),
        params: world.params(choice),
        attempts,
      };
      const target = callQuietly(() => decide(context));
      if (typeof target === "string" && !target.includes(SAMPLE_TEXT)) found.add(target);
      else if (typeof target === "object" && target !== null && "terminal" in target) ends = true;
    }
  }
  return [...found, ...(ends ? [{ terminal: true } as const] : [])];
}

function callQuietly(call: () => unknown): unknown {
  try {
    const result = call();
    if (result instanceof Promise) result.catch(() => undefined);
    return result;
  } catch {
    return undefined;
  }
}
