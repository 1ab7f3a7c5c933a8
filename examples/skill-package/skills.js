import { defineSkill } from "@tradecraft/sdk";
import { skillFromFolder } from "@tradecraft/sdk/node";

/**
 * Two Standard Schemas by hand, so that this package depends on nothing; zod, valibot and arktype make them too.
 *
 * @type {import("@standard-schema/spec").StandardSchemaV1<{ text: string }>}
 */
const textInput = {
  "~standard": {
    version: 1,
    vendor: "example-skill-package",
    validate: (value) =>
      typeof value === "object" && value !== null && "text" in value && typeof value.text === "string"
        ? { value: { text: value.text } }
        : { issues: [{ message: "There must be a text.", path: ["text"] }] },
  },
};

/** @type {import("@standard-schema/spec").StandardSchemaV1<{ words: number }>} */
const wordCount = {
  "~standard": {
    version: 1,
    vendor: "example-skill-package",
    validate: (value) =>
      typeof value === "object" && value !== null && "words" in value && typeof value.words === "number"
        ? { value: { words: value.words } }
        : { issues: [{ message: "There must be a number of words.", path: ["words"] }] },
  },
};

/**
 * A factory: the host may call it again with options, by `(await registry.skill("reading-time")).reconfigure(…)`.
 *
 * @param {{ readonly wordsPerMinute?: number }} [options]
 */
export function readingTime({ wordsPerMinute = 230 } = {}) {
  return skillFromFolder(new URL("./skills/reading-time/", import.meta.url), {
    state: {
      namespace: "reading-time",
      schema: wordCount,
      initial: { words: 0 },
      jsonSchema: { type: "object", properties: { words: { type: "number" } }, required: ["words"] },
    },
    tools: {
      reading_time: {
        description: "Minutes that a text takes to read, and the words of all texts so far.",
        input: textInput,
        inputJsonSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
        execute: ({ text }, { state }) => {
          const words = text.split(/\s+/).filter(Boolean).length;
          state.words += words;
          return { minutes: words / wordsPerMinute, words: state.words };
        },
      },
    },
    extras: { wordsPerMinute },
  });
}

/** A skill without a factory: it cannot be reconfigured. */
export const headlineCase = defineSkill({
  name: "headline-case",
  description: "Writes headlines in title case. Use when someone asks for a headline or a title.",
  body: "Capitalise every word but articles, conjunctions and prepositions of fewer than five letters.",
});

export const skills = [readingTime, headlineCase];
