import { describe, expect, it } from "vitest";
import { visible } from "../../src/text/visible.ts";

describe("visible", () => {
  it.each([
    ["\u001b[31mred", "␛[31mred"],
    ["\u009b31mred", "<U+009B>31mred"],
    ["a\r\nb\u0007\u0008\u007f", "a␍␊b␇␈␡"],
    ["\u202eevil\u2066x\u2069", "<U+202E>evil<U+2066>x<U+2069>"],
    ["zero\u200bwidth\u2060\ufeff\u00ad", "zero<U+200B>width<U+2060><U+FEFF><U+00AD>"],
    ["\u{e0041}\u{e0100}", "<U+E0041><U+E0100>"],
    ["\ud800", "<U+D800>"],
    ["\u2028\u2029", "<U+2028><U+2029>"],
  ])("shows %j as harmless text", (hostile, shown) => {
    expect(visible(hostile)).toBe(shown);
  });

  it("leaves ordinary text of any script alone", () => {
    const text = "naïve ⚠️ 日本語 навык 🎉 e\u0301 — “quoted” <tag> ✔";
    expect(visible(text)).toBe(text);
  });
});
