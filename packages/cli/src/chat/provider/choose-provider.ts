import type { CliIo } from "../../io.ts";
import { UsageError } from "../../usage-error.ts";
import { ollamaUrl } from "./ollama-url.ts";

/** Who answers, and how it is reached. */
export interface Provider {
  readonly kind: "anthropic" | "openai" | "compatible" | "ollama";
  readonly model: string;
  /** For people: `Anthropic`. */
  readonly label: string;
  /** The variable or option that decided. */
  readonly because: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
}

type Kind = "anthropic" | "openai" | "ollama";
type Environment = CliIo["env"];

const kinds: readonly Kind[] = ["anthropic", "openai", "ollama"];
const defaults = { anthropic: "claude-sonnet-5-5", openai: "gpt-5.4", ollama: "gpt-oss" } as const;

/** The provider that a name or the environment asks for; undefined if neither does. */
export function chooseProvider(env: Environment, named?: string): Provider | undefined {
  const asked = named ?? read(env, "TRADECRAFT_MODEL");
  const { kind, model } = splitModel(asked);
  if (kind !== undefined) {
    return reach(kind, env, model, named === undefined ? "TRADECRAFT_MODEL" : "--model") ?? refuse(kind, asked ?? "");
  }
  for (const each of kinds) {
    if (each === "ollama" && read(env, "OLLAMA_BASE_URL") === undefined && read(env, "OLLAMA_HOST") === undefined)
      continue;
    const found = reach(each, env, model);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `openai:gpt-5` names a provider; `llama3:8b` does not. */
function splitModel(asked: string | undefined): { readonly kind?: Kind; readonly model?: string } {
  if (asked === undefined) return {};
  const kind = kinds.find((each) => asked.toLowerCase().startsWith(`${each}:`));
  if (kind === undefined) return { model: asked };
  const model = asked.slice(kind.length + 1).trim();
  if (model === "") throw new UsageError("option-value", `"${asked}" names no model; write ${kind}:<model>`);
  return { kind, model };
}

function reach(kind: Kind, env: Environment, model: string | undefined, option?: string): Provider | undefined {
  if (kind === "anthropic") {
    const apiKey = read(env, "ANTHROPIC_API_KEY");
    if (apiKey === undefined) return undefined;
    const because = option ?? "ANTHROPIC_API_KEY";
    return { kind, model: model ?? defaults.anthropic, label: "Anthropic", because, apiKey };
  }
  if (kind === "ollama") {
    const variable = read(env, "OLLAMA_BASE_URL") === undefined ? "OLLAMA_HOST" : "OLLAMA_BASE_URL";
    const given = read(env, variable);
    const baseUrl = ollamaUrl(given) ?? badUrl(variable, given);
    return { kind, model: model ?? defaults.ollama, label: "Ollama", because: option ?? variable, baseUrl };
  }
  const apiKey = read(env, "OPENAI_API_KEY");
  const baseUrl = read(env, "OPENAI_BASE_URL");
  const key = apiKey === undefined ? {} : { apiKey };
  if (baseUrl !== undefined && !/^https:\/\/api\.openai\.com\/v1\/?$/i.test(baseUrl)) {
    if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) badUrl("OPENAI_BASE_URL", baseUrl);
    if (model === undefined) {
      throw new UsageError(
        "option-value",
        `The server of OPENAI_BASE_URL has models of its own; name one: --model <name>`,
      );
    }
    const because = option ?? "OPENAI_BASE_URL";
    return {
      kind: "compatible",
      model,
      label: new URL(baseUrl).host,
      because,
      baseUrl: baseUrl.replace(/\/+$/, ""),
      ...key,
    };
  }
  if (apiKey === undefined) return undefined;
  return { kind, model: model ?? defaults.openai, label: "OpenAI", because: option ?? "OPENAI_API_KEY", apiKey };
}

function refuse(kind: Kind, asked: string): never {
  const variable = kind === "anthropic" ? "ANTHROPIC_API_KEY" : "OPENAI_API_KEY or OPENAI_BASE_URL";
  throw new UsageError("option-value", `The model "${asked}" needs ${variable} in the environment`);
}

function badUrl(variable: string, given: string | undefined): never {
  throw new UsageError("option-value", `${variable} is no address: "${given ?? ""}"; write http://host:port`);
}

function read(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === "" ? undefined : value;
}
