import { describe, expect, it } from "vitest";
import { chooseProvider } from "../../../src/chat/provider/choose-provider.ts";
import { describeModelError } from "../../../src/chat/provider/describe-model-error.ts";

const provider = chooseProvider({ ANTHROPIC_API_KEY: "secret" }, "m");
const local = chooseProvider({ OPENAI_BASE_URL: "http://localhost:1/v1" }, "m");
const failure = (message: string, more: object) => Object.assign(new Error(message), more);

describe("an error of a model", () => {
  it.each([
    [failure("bad key secret", { statusCode: 401 }), "Anthropic refused the key (401); look at ANTHROPIC_API_KEY"],
    [failure("no such", { statusCode: 404 }), 'Anthropic does not know the model "m" (404): no such'],
    [failure("slow down", { statusCode: 429 }), "Anthropic takes no more requests for now (429): slow down"],
    [failure("over", { lastError: failure("later", { statusCode: 529 }) }), "Anthropic answered with 529: later"],
    [failure("odd\n\u001b[31m", {}), "Anthropic: odd ␛[31m"],
    ["text", "Anthropic: text"],
  ])("is one safe line: %s", (error, line) => {
    expect(describeModelError(error, provider)).toBe(line);
  });

  it("says where nothing answers", () => {
    const error = failure("x", { cause: failure("y", { cause: failure("z", { code: "ECONNREFUSED" }) }) });
    expect(describeModelError(error, local)).toMatch(/^Nothing answers at http:\/\/localhost:1;/);
    expect(describeModelError(failure("x", { url: "https://api.test/v1/x", code: "ENOTFOUND" }), provider)).toContain(
      "https://api.test;",
    );
  });
});
