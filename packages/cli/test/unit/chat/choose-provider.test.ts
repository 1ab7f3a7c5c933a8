import { describe, expect, it } from "vitest";
import { chooseProvider } from "../../../src/chat/provider/choose-provider.ts";
import { ollamaUrl } from "../../../src/chat/provider/ollama-url.ts";
import { UsageError } from "../../../src/usage-error.ts";

const all = { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "o", OLLAMA_HOST: "box" };

describe("the provider of a chat", () => {
  it("is the first that the environment has", () => {
    const kinds = (env: Record<string, string>) => chooseProvider(env)?.kind;
    expect(kinds(all)).toBe("anthropic");
    expect(kinds({ ...all, ANTHROPIC_API_KEY: " " })).toBe("openai");
    expect(kinds({ OLLAMA_HOST: "box" })).toBe("ollama");
    expect(kinds({})).toBeUndefined();
    expect(kinds({ TRADECRAFT_MODEL: "anything" })).toBeUndefined();
  });

  it("takes a bare name, and one with its provider", () => {
    expect(chooseProvider(all, "claude-x")).toMatchObject({
      kind: "anthropic",
      model: "claude-x",
      because: "ANTHROPIC_API_KEY",
    });
    expect(chooseProvider(all, "openai:gpt-x")).toMatchObject({ kind: "openai", model: "gpt-x", because: "--model" });
    expect(chooseProvider({}, "ollama:llama3:8b")).toMatchObject({
      model: "llama3:8b",
      baseUrl: "http://127.0.0.1:11434/v1",
    });
    expect(chooseProvider({ OLLAMA_HOST: "box" }, "llama3:8b")).toMatchObject({ kind: "ollama", model: "llama3:8b" });
    expect(chooseProvider({ ...all, TRADECRAFT_MODEL: "openai:m" })).toMatchObject({
      kind: "openai",
      because: "TRADECRAFT_MODEL",
    });
    expect(chooseProvider({ ...all, TRADECRAFT_MODEL: "openai:m" }, "claude-x")).toMatchObject({
      kind: "anthropic",
      model: "claude-x",
    });
  });

  it("is any compatible server, with and without a key", () => {
    const env = { OPENAI_BASE_URL: "http://localhost:8000/v1/" };
    expect(chooseProvider(env, "m")).toEqual({
      kind: "compatible",
      model: "m",
      label: "localhost:8000",
      because: "OPENAI_BASE_URL",
      baseUrl: "http://localhost:8000/v1",
    });
    expect(chooseProvider({ ...env, OPENAI_API_KEY: "k" }, "openai:m")).toMatchObject({
      kind: "compatible",
      apiKey: "k",
    });
    expect(chooseProvider({ OPENAI_BASE_URL: "https://api.openai.com/v1", OPENAI_API_KEY: "k" })).toMatchObject({
      kind: "openai",
    });
  });

  it.each([
    [{}, "anthropic:x", 'The model "anthropic:x" needs ANTHROPIC_API_KEY'],
    [{}, "openai:x", "needs OPENAI_API_KEY or OPENAI_BASE_URL"],
    [all, "openai:", '"openai:" names no model'],
    [{ OPENAI_BASE_URL: "http://x" }, undefined, "name one: --model <name>"],
    [{ OPENAI_BASE_URL: "nowhere" }, "m", 'OPENAI_BASE_URL is no address: "nowhere"'],
    [{ OLLAMA_HOST: "a b" }, undefined, "OLLAMA_HOST is no address"],
  ])("refuses %j with %s", (env, model, message) => {
    const choose = () => chooseProvider(env as Record<string, string>, model);
    expect(choose).toThrow(UsageError);
    expect(choose).toThrow(message);
  });

  it.each([
    [undefined, "http://127.0.0.1:11434/v1"],
    ["box", "http://box:11434/v1"],
    ["box:80", "http://box/v1"],
    ["0.0.0.0:11435", "http://127.0.0.1:11435/v1"],
    ["http://box", "http://box/v1"],
    ["https://box/v1/", "https://box/v1"],
    ["http://box:1/proxy/api", "http://box:1/proxy/v1"],
    ["[::1]:5", "http://[::1]:5/v1"],
  ])("reads OLLAMA_HOST=%s", (given, url) => {
    expect(ollamaUrl(given)).toBe(url);
  });
});
