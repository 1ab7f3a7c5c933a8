import type { LanguageModel } from "ai";
import type { CliIo } from "../io.ts";
import type { ChatOptions } from "./chat-options.ts";
import { chooseProvider, type Provider } from "./provider/choose-provider.ts";
import { loadModel } from "./provider/load-model.ts";

/** The model of a chat. */
export interface ChatModel {
  /** Undefined for the demonstration. */
  readonly provider: Provider | undefined;
  readonly model: LanguageModel;
  /** For people: `claude-sonnet-4-5 (Anthropic, ANTHROPIC_API_KEY)`. */
  readonly label: string;
}

/** What to say where there is no provider. */
export const noProvider: readonly string[] = [
  "There is no model: set ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENAI_BASE_URL or OLLAMA_HOST,",
  "and name another than the provider's usual one with --model or TRADECRAFT_MODEL.",
];

/** The model that the options or the environment ask for; undefined if neither does. */
export async function chooseChatModel(
  { demo, model }: Pick<ChatOptions, "demo" | "model">,
  io: Pick<CliIo, "env" | "stdout">,
): Promise<ChatModel | undefined> {
  if (demo) return demoChatModel(io);
  const provider = chooseProvider(io.env, model);
  if (provider === undefined) return undefined;
  const label = `${provider.model} (${provider.label}, from ${provider.because})`;
  return { provider, model: await loadModel(provider), label };
}

/** The demonstration: it takes its time only where somebody watches. */
export async function demoChatModel({ stdout }: Pick<CliIo, "stdout">): Promise<ChatModel> {
  const { createDemoModel } = await import("./demo/demo-model.ts");
  const model = createDemoModel(stdout.isTTY === true ? {} : { pace: 0 });
  return { provider: undefined, model, label: "the demonstration, a script that plays a model" };
}
