import type { JsonSchema } from "../../core/code/code-tool.ts";

const text = { type: "string" };
const visit = {
  type: "object",
  properties: {
    step: text,
    response: {},
    actionResult: {},
    result: {},
    error: text,
    omitted: { type: "boolean", description: "It is too long to be sent back." },
  },
  required: ["step"],
};
const schema = { type: ["object", "null"], description: "JSON Schema of the answer; null if none is looked at." };
const status = { type: "string", enum: ["prompt", "done", "error"] };

/** What `start` and `advance` give. */
export const replySchema: JsonSchema = {
  type: "object",
  properties: {
    session: text,
    status,
    step: text,
    prompt: text,
    schema,
    preamble: { ...text, description: "How prompts are to be read." },
    finalOutput: { description: "The result of the run, when it is done." },
    message: { ...text, description: "What went wrong." },
    retry: { type: "boolean", description: "Whether the same step may be answered again." },
    code: text,
    hint: { ...text, description: "What to do about it." },
    completed: { ...visit, description: "The visit that this answer finished." },
    autoAdvanced: { type: "array", items: visit, description: "Visits that were finished without you." },
    parallel: {
      type: "object",
      properties: {
        step: text,
        done: { type: "integer" },
        total: { type: "integer" },
        open: {
          type: "array",
          items: { type: "object", properties: { step: text, prompt: text, schema }, required: ["step", "prompt"] },
        },
      },
      required: ["step", "done", "total", "open"],
    },
  },
  required: ["session", "status"],
};

/** What `status` gives. */
export const statusSchema: JsonSchema = {
  type: "object",
  properties: {
    session: text,
    status,
    state: { type: "string", enum: ["waiting", "working", "uncertain", "ended"] },
    step: text,
    open: { type: "array", items: text, description: "Parts without an answer." },
    visits: { type: "object", additionalProperties: { type: "integer" } },
    remaining: { type: "integer", description: "Steps on the shortest way to an end." },
    finalOutput: {},
    startedAt: text,
    drifted: { type: "boolean", description: "The workflow was changed since the session began." },
    message: text,
    retry: { type: "boolean" },
    code: text,
    hint: text,
  },
  required: ["session", "status"],
};

/** What `topics` gives. */
export const topicsSchema: JsonSchema = {
  type: "object",
  properties: {
    topics: {
      type: "array",
      items: { type: "object", properties: { name: text, label: text }, required: ["name", "label"] },
    },
  },
  required: ["topics"],
};

/** What `topic` gives. */
export const topicSchema: JsonSchema = {
  type: "object",
  properties: { name: text, content: text },
  required: ["name", "content"],
};
