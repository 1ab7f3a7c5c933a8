import { z } from "zod";
import { defineSkill, type Skillset } from "@tradecraft/sdk";

/** What a client of these tests can make a server do, in one skill. */
export const counting = defineSkill({
  name: "counting",
  description: "Use it to count.",
  body: "Count with `add`.",
  state: {
    namespace: "counting",
    schema: z.object({ n: z.number().default(0), log: z.array(z.string()).default([]) }),
  },
  tools: {
    add: {
      description: "Adds.",
      input: z.object({ by: z.number() }),
      execute: ({ by }, context) => {
        const { state } = context;
        context.emit({ name: "adding", value: { by } });
        state.n += by;
        state.log.push(`added ${by}`);
        context.emit({ name: "added", value: by > 100 ? 10n : state.n });
        return { n: state.n };
      },
    },
    fail: {
      description: "Changes the state, then fails.",
      input: z.object({}),
      execute: (_, { state }) => {
        state.n += 1000;
        state.log.push("about to fail");
        throw new Error("out of numbers");
      },
    },
    wait: {
      description: "Changes the state, then waits until it is called off.",
      input: z.object({}),
      execute: async (_, context) => {
        const { signal } = context;
        context.update((state) => void state.log.push("waiting"));
        context.emit({ name: "waiting" });
        await new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            context.update((state) => void state.log.push("never told"));
            reject(signal.reason as Error);
          });
        }).catch(() => undefined);
        return "never";
      },
    },
  },
  lifespan: {
    setup: (context) => {
      context.emit({ name: "setup", value: null });
      return undefined;
    },
    teardown: async (_, context) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      context.emit({ name: "teardown", value: "the last word" });
    },
  },
});

/** A call of one of its tools. */
export function call(tool: string, input: object = {}): { tool: string; input: object } {
  return { tool: "execute_skill_tool", input: { skill: "counting", tool, arguments: input } };
}

/** Keeps the skillsets that runs were given. */
export function collector(): { readonly skillsets: Skillset[]; readonly onSkillset: (skillset: Skillset) => void } {
  const skillsets: Skillset[] = [];
  return { skillsets, onSkillset: (skillset) => void skillsets.push(skillset) };
}
