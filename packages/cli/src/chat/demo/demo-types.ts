import type { LanguageModel } from "ai";

/** The model interface that the AI SDK takes, by way of the package that is a dependency. */
export type DemoLanguageModel = Extract<LanguageModel, { readonly specificationVersion: "v3" }>;

/** What a model is sent. */
export type DemoCall = Parameters<DemoLanguageModel["doStream"]>[0];

/** One piece of a streamed answer. */
export type DemoPart =
  Awaited<ReturnType<DemoLanguageModel["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** What the demonstration model says next: words, and possibly a call of a tool. */
export interface DemoReply {
  readonly text: string;
  readonly call?: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> };
  /** Milliseconds between words, where it is to be slow. */
  readonly pace?: number;
}
