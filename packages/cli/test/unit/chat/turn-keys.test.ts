import { PassThrough } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { approveScript } from "../../../src/chat/approve-script.ts";
import { createChatTerminal } from "../../../src/chat/terminal/chat-terminal.ts";
import { listenToTurn } from "../../../src/chat/terminal/turn-keys.ts";
import { createColors } from "../../../src/text/colors.ts";

const never = new AbortController().signal;

function listen(outer: AbortSignal = never) {
  const input = new PassThrough();
  const output = new PassThrough();
  const keys = listenToTurn(createChatTerminal(input, output), outer);
  return { input, output, keys };
}

const press = async (input: PassThrough, key: string) => {
  input.write(key);
  await wait(5);
};

describe("keys while a turn runs", () => {
  it("call it off with Escape and Ctrl+C, not with arrows", async () => {
    for (const [key, isCancelled] of [
      ["\u001b", true],
      ["\u0003", true],
      ["\u001b[A", false],
      ["x", false],
    ] as const) {
      const { input, keys } = listen();
      await press(input, key);
      expect(keys.signal.aborted).toBe(isCancelled);
      keys.stop();
    }
  });

  it("answer one question at a time, and only after it was asked", async () => {
    const { input, keys } = listen();
    await press(input, "y");
    const asked: string[] = [];
    const first = keys.choose("yn", () => asked.push("first"));
    const second = keys.choose("yn", () => asked.push("second"));
    await wait(5);
    expect(asked).toEqual(["first"]);
    await press(input, "yy");
    await press(input, "q");
    await press(input, "Y");
    expect(await first).toBe("y");
    await wait(5);
    expect(asked).toEqual(["first", "second"]);
    await press(input, "\u001b");
    expect(await second).toBeUndefined();
    expect(await keys.choose("y", () => asked.push("third"))).toBeUndefined();
    expect(asked).toHaveLength(2);
    keys.stop();
  });

  it.each([
    ["y", true, "once"],
    ["a", "always", "always"],
    ["n", false, "no"],
    ["\r", false, "no"],
    ["\u001b", false, "no"],
  ])("approve a script with %j: %s", async (key, answer, word) => {
    const { input, keys } = listen();
    let shown = "";
    const approve = approveScript({
      keys: () => keys,
      sandbox: async () => ({ sandboxed: false, detail: "it is missing" }),
      colors: createColors({ env: {} }, { write: () => undefined }, true),
      print: (text) => (shown += `${text}\n`),
      write: (text) => (shown += text),
    });
    const request = {
      skill: "dice",
      script: "scripts/roll.mjs",
      args: ["3", "\u001b[2J"],
      digest: `sha256:${"ab".repeat(32)}`,
    };
    const asked = approve(request, {});
    await wait(5);
    await press(input, key);
    expect(await asked).toBe(answer);
    expect(shown).toBe(
      [
        '? dice wants to run scripts/roll.mjs "3" "\\u001b[2J"',
        "  content  sha256:abababababab",
        "  sandbox  NONE: it is missing",
        `  Run it? y = once, a = always for this content, n = no › ${word}\n`,
      ].join("\n"),
    );
    keys.stop();
  });
});

describe("the prompt", () => {
  it("gives lines, pasted ones together, and nothing at the end of the input", async () => {
    const input = new PassThrough();
    const terminal = createChatTerminal(input, new PassThrough());
    const ask = () => terminal.ask({ prompt: "you › " });
    const line = ask();
    input.write("hello\r");
    expect(await line).toBe("hello");
    const several = ask();
    input.write("one\rtwo\r");
    expect(await several).toBe("one\ntwo");
    const again = ask();
    input.write("\u001b[A\u001b[A\u001b[A\r");
    expect(await again).toBe("hello");
    const end = ask();
    input.write("\u0004");
    expect(await end).toBeUndefined();
  });

  it("is left with Ctrl+C twice; once clears the line", async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const terminal = createChatTerminal(input, output);
    const cleared = terminal.ask({ prompt: "› " });
    input.write("wrong\u0003right\r");
    expect(await cleared).toBe("right");
    const left = terminal.ask({ prompt: "› " });
    input.write("\u0003\u0003");
    expect(await left).toBeUndefined();
    expect(String(output.read())).toContain("Ctrl+C again, or Ctrl+D, to leave");
    const atOnce = terminal.ask({ prompt: "› ", leaveAtOnce: true });
    input.write("\u0003");
    expect(await atOnce).toBeUndefined();
  });
});
