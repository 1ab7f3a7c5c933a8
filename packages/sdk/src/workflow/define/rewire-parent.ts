import type { AnyNext, AnyStepConfig, Terminal } from "./workflow-definition.ts";

/** How a module's step says that the module is done. */
export const parentTarget = "__parent__";

/** A step of a module in a skill: wherever it leads to `__parent__`, it leads to `next`. */
export function rewireParent<Config extends AnyStepConfig>(config: Config, next: string | Terminal): Config {
  return {
    ...config,
    next: rewireNext(config.next, next),
    ...(config.onMaxVisits === parentTarget && typeof next === "string" && { onMaxVisits: next }),
    ...(config.onError === parentTarget && typeof next === "string" && { onError: next }),
  };
}

function rewireNext(own: AnyNext, next: string | Terminal): AnyNext {
  const rewire = (target: string | Terminal): string | Terminal => (target === parentTarget ? next : target);
  if (typeof own === "function") {
    return (context) => {
      const target = own(context);
      return target instanceof Promise ? target.then(rewire) : rewire(target);
    };
  }
  if (Array.isArray(own)) return own.map((branch) => ({ ...branch, to: rewire(branch.to) }));
  return rewire(own as string | Terminal);
}
