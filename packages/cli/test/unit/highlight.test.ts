import { describe, expect, it } from "vitest";
import { highlight } from "../../src/text/highlight.ts";

const mark = (text: string, query: string): string => highlight(text, query, (word) => `[${word}]`);

describe("highlight", () => {
  it("marks words in their usual forms and nothing else", () => {
    expect(mark("Reviews schema migrations and tests.", "review migrate test")).toBe(
      "[Reviews] schema [migrations] and [tests].",
    );
    expect(mark("Protest against the testament", "test")).toBe("Protest against the testament");
  });

  it("leaves out words that say nothing", () => {
    expect(mark("Use it when the test fails", "when the test")).toBe("Use it when the [test] fails");
    expect(mark("Use it", "it")).toBe("Use it");
  });

  it("finds words where there are no spaces", () => {
    expect(mark("日本語のメール", "メール")).toBe("日本語の[メール]");
  });
});
