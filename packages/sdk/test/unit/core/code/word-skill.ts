import { z } from "zod";
import { configurableSkill, type ConfigurableSkill } from "@tradecraft/sdk";
import { skillOf, toolWith } from "./code-fixtures.ts";

export interface WordOptions {
  readonly word?: string;
  readonly fail?: boolean;
  readonly name?: string;
  readonly plain?: boolean;
}

/** A skill in which everything depends on one word. */
export function wordSkill(name = "words"): ConfigurableSkill<WordOptions> {
  return configurableSkill(({ word = "alpha", fail = false, name: other = name, plain = false }: WordOptions = {}) => {
    if (fail) throw new Error("the factory failed");
    if (plain) return skillOf(name, { body: "Plain." });
    return skillOf(other, {
      description: `Description with ${word}.`,
      license: word,
      metadata: { word },
      body: `Body with ${word}.`,
      resources: { [`${word}.md`]: `File with ${word}.` },
      tools: { [`say_${word}`]: toolWith(() => word) },
      state: { namespace: "words", schema: z.object({ last: z.string().default(word) }) },
      model: `model-${word}`,
      thinking: word === "alpha",
      requestLimit: word.length,
      forceFinalAnswer: word === "alpha",
      deps: { word },
      lifespan: { setup: () => word },
      extras: { word },
      allowedTools: [`say_${word}`],
    });
  });
}
