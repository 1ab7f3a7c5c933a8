import type { WorkflowDefinition } from "../../../../src/workflow/define/workflow-definition.ts";
import { type Context, plain, terminal } from "../lint/define-plain.ts";

/** A workflow of so many steps, always the same for the same seed. */
export function randomWorkflow(count: number, seed: number, depth = 1): WorkflowDefinition {
  let state = seed;
  const random = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const name = (index: number): string => `step ${index}${"x".repeat(index % 7)}`;
  const target = (index: number): string | typeof terminal => (index < count ? name(index) : terminal);
  const steps = Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const kind = random();
      const base = {
        prompt: "Do it.",
        ...(random() < 0.2 && { onError: name(Math.floor(random() * count)) }),
        ...(random() < 0.2 && { maxVisits: 3, onMaxVisits: name(Math.floor(random() * count)) }),
      };
      if (kind < 0.4) return [name(index), { ...base, next: target(index + 1) }];
      if (kind < 0.5) return [name(index), { ...base, next: depth > 0 ? "subskill:inner" : target(index + 1) }];
      const branches = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
        to: target(Math.floor(random() * (count + 3))),
        when: ({ response }: Context) => response.goes.there,
      }));
      return [name(index), { ...base, next: [...branches, { to: target(index + 1) }] }];
    }),
  );
  if (depth === 0) return plain(steps);
  return plain(steps, { subskills: { inner: { definition: randomWorkflow(4, seed + 1, 0), next: name(count - 1) } } });
}
