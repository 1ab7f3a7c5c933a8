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
      execute: ({ by }, { state, emit }) => {
        emit({ name: "adding", value: { by } });
        state.n += by;
        state.log.push(`added ${by}`);
        emit({ name: "added", value: by > 100 ? 10n : state.n });
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
      execute: async (_, { update, emit, signal }) => {
        update((state) => void state.log.push("waiting"));
        emit({ name: "waiting" });
        await new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            update((state) => void state.log.push("never told"));
            reject(signal.reason as Error);
          });
        }).catch(() => undefined);
        return "never";
      },
    },
  },
  lifespan: {
    setup: ({ emit }) => emit({ name: "setup", value: null }),
    teardown: async (_, { emit }) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      emit({ name: "teardown", value: "the last word" });
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
