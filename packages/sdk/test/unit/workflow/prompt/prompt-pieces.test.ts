import { describe, expect, it } from "vitest";
import { act } from "../../../../src/workflow/primitives/act.ts";
import { fragment } from "../../../../src/workflow/prompt/fragment.ts";
import { prompt } from "../../../../src/workflow/prompt/prompt.ts";
import { resolveTemplate } from "../../../../src/workflow/prompt/resolve-template.ts";
import { system } from "../../../../src/workflow/prompt/system.ts";
import { view } from "../../../../src/workflow/prompt/view.ts";

describe("fragment", () => {
  it("is trimmed and frozen", () => {
    const tone = fragment("tone", "\n  Be kind.\n");
    expect(tone).toEqual({ name: "tone", content: "Be kind." });
    expect(Object.isFrozen(tone)).toBe(true);
  });

  it("needs a name and a text", () => {
    expect(() => fragment("", "x")).toThrow(TypeError);
    expect(() => fragment(" ", "x")).toThrow("A fragment needs a name.");
    expect(() => fragment("x", 1 as unknown as string)).toThrow('The content of the fragment "x" must be text.');
  });
});

describe("prompt", () => {
  it("takes away the indentation of the source, and blank lines at both ends", () => {
    expect(prompt`

      First.

        Second, deeper.
      Third.

    `).toBe("First.\n\n  Second, deeper.\nThird.");
  });

  it("puts fragments and values in", () => {
    expect(prompt`${fragment("tone", "Be kind.")} ${1} ${true} ${null}`).toBe("Be kind. 1 true null");
  });

  it("is not disturbed by values of several lines, and gives them the indentation of their line", () => {
    const list = "- a\n- b\n\n- c";
    expect(prompt`
      Do:
        ${list}
      Then ${"x\ny"} z.
    `).toBe("Do:\n  - a\n  - b\n\n  - c\nThen x\ny z.");
    expect(prompt`
      ${"not\nindented"}
        deeper
    `).toBe("not\nindented\n  deeper");
    expect(prompt`
        ${"  own indentation\nless"}
      x
    `).toBe("    own indentation\n  less\nx");
  });

  it("shares only indentation that is the same", () => {
    expect(resolveTemplate(["\t\ta\n\t b"], [])).toBe("\ta\n b");
    expect(resolveTemplate(["  a\r\n  b"], [])).toBe("a\nb");
  });

  it("takes a backslash that escapes nothing as one", () => {
    expect(prompt`Look at C:\users\x.`).toBe("Look at C:\\users\\x.");
    expect(prompt`a\tb`).toBe("a\tb");
  });

  it("refuses what is no text", () => {
    expect(() => prompt`${{}}`).toThrow("A template holds text only.");
    expect(() => prompt`${act.confirm({ message: "Go?" })}`).toThrow("Return an array");
  });
});

describe("system", () => {
  it("is a tag and a function", () => {
    expect(system`
      Be ${"brief"}.
    `).toEqual({ kind: "system", text: "Be brief." });
    expect(system("  as it is")).toEqual({ kind: "system", text: "  as it is" });
  });
});

describe("view", () => {
  it("shows a text or several, with a label or without", () => {
    expect(view("a")).toEqual({ kind: "view", text: "a" });
    expect(view(["a", "b"])).toEqual({ kind: "view", text: "a\n\nb" });
    expect(view(" ", "a")).toEqual({ kind: "view", text: "a" });
    expect(view("Label", "a")).toEqual({ kind: "view", label: "Label", text: "a" });
    expect(view("Label", ["a", "b"])).toEqual({ kind: "view", label: "Label", text: "a\n\nb" });
  });

  it("refuses what is no text", () => {
    expect(() => view(1 as unknown as string)).toThrow(TypeError);
    expect(() => view(["a"] as unknown as string, "b")).toThrow("The label of a view must be text.");
  });
});
