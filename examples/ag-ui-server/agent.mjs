import { defineAgent, defineSkill } from "@tradecraft/sdk";
import { z } from "zod";

const shopping = defineSkill({
  name: "shopping",
  description: "Keeps a shopping list. Use when something is to be bought.",
  body: "Put things on the list with `put`.",
  state: { namespace: "shopping", schema: z.object({ items: z.array(z.string()).default([]) }) },
  tools: {
    put: {
      description: "Puts something on the list.",
      input: z.object({ item: z.string() }),
      execute: ({ item }, context) => {
        const { state } = context;
        context.emit({ name: "put", value: item });
        state.items.push(item);
        if (item === "moon") throw new Error("the moon is not for sale");
        return `${state.items.length} on the list`;
      },
    },
  },
});

export const agent = defineAgent({ name: "shopper", instructions: "You go shopping.", skills: [shopping] });
