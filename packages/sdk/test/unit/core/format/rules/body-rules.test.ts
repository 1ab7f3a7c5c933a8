import { lintSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf, goodSkill, only } from "../skill-text.ts";

const lint = (body: string) => lintSkill(goodSkill("", body)).diagnostics;

describe("body size", () => {
  it.each(["", "\n", "  \n\t\n"])("body-empty is said of %j, below the fence", (body) => {
    expect(only(lint(body))).toMatchObject({ code: "body-empty", line: 5, column: 1, severity: "warning" });
  });

  it("body-empty is not said of one character", () => {
    expect(lint("x")).toEqual([]);
  });

  it("body-too-long is said of 501 lines and not of 500", () => {
    expect(codesOf(lint("x\n".repeat(501)))).toEqual(["body-too-long"]);
    expect(only(lint("x\n".repeat(501))).message).toContain("501");
    expect(lint("\n\n" + "x\n".repeat(500) + "\n\n")).toEqual([]);
    expect(lint("x\r\n".repeat(500))).toEqual([]);
  });

  it("body-too-many-tokens is said of about 8,000 tokens and not of about 4,000", () => {
    const words = (count: number): string => "lorem ipsum dolor sit amet ".repeat(count / 5);
    expect(codesOf(lint(words(8_000)))).toEqual(["body-too-many-tokens"]);
    expect(lint(words(3_500))).toEqual([]);
  });

  it("body-too-many-tokens counts scripts without spaces too", () => {
    expect(codesOf(lint("漢字".repeat(5_000)))).toEqual(["body-too-many-tokens"]);
    expect(lint("漢字".repeat(500))).toEqual([]);
  });
});
