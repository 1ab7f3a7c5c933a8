import type { LanguageModel } from "ai";
import type { Provider } from "./choose-provider.ts";

/** Makes the model of a provider; what other providers need is not loaded. */
export async function loadModel({ kind, model, apiKey, baseUrl }: Provider): Promise<LanguageModel> {
  const key = apiKey === undefined ? {} : { apiKey };
  if (kind === "anthropic") return (await import("@ai-sdk/anthropic")).createAnthropic(key)(model);
  if (kind === "openai") {
    return (await import("@ai-sdk/openai")).createOpenAI({ ...key, baseURL: "https://api.openai.com/v1" })(model);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({ name: kind, baseURL: baseUrl ?? "", includeUsage: true, ...key })(model);
}
