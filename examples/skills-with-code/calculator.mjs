import { defineSkill } from "@tradecraft/sdk";
import { z } from "zod";

export const calculator = defineSkill({
  name: "calculator",
  description: "Adds and divides numbers exactly, and keeps what was calculated. Use for any sum or share.",
  body: "Use `add` and `divide`, one call per operation. Answer with the last result.",
  state: { namespace: "calculator", schema: z.object({ history: z.array(z.string()).default([]) }) },
  tools: {
    add: {
      description: "Adds two numbers.",
      input: z.object({ a: z.number(), b: z.number() }),
      execute: ({ a, b }, { state }) => {
        state.history.push(`${a} + ${b} = ${a + b}`);
        return a + b;
      },
    },
    divide: {
      description: "Divides one number by another.",
      input: z.object({ a: z.number(), b: z.number() }),
      execute: ({ a, b }, { state, emit }) => {
        state.history.push(`${a} / ${b}`);
        if (b === 0) throw new RangeError("nothing can be divided by 0");
        emit({ name: "divided", value: { a, b } });
        return a / b;
      },
    },
  },
});
