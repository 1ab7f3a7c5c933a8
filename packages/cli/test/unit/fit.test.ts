import { describe, expect, it } from "vitest";
import { fit } from "../../src/text/fit.ts";

describe("fit", () => {
  it("cuts by columns, with an ellipsis within them", () => {
    expect(fit("12345", 5)).toBe("12345");
    expect(fit("123456", 5)).toBe("1234…");
    expect(fit("日本語", 5)).toBe("日本…");
    expect(fit("日本", 4)).toBe("日本");
  });

  it("makes the text safe, and ends for what has no width", () => {
    expect(fit("\u001b[2J", 10)).toBe("␛[2J");
    expect(fit(`a${"\u0301".repeat(100_000)}`, 10).length).toBeLessThan(200);
  });
});
