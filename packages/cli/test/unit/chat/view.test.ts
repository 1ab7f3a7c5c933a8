import { describe, expect, it } from "vitest";
import type { ChatEvent } from "../../../src/chat/chat-event.ts";
import { createJsonView } from "../../../src/chat/view/json-view.ts";
import { createPrettyView } from "../../../src/chat/view/pretty-view.ts";
import { renderEvent } from "../../../src/chat/view/render-event.ts";
import { renderJson } from "../../../src/chat/view/render-json.ts";
import { renderPatch } from "../../../src/chat/view/render-patch.ts";
import { createSafeText } from "../../../src/chat/view/safe-text.ts";
import { createWordFlow } from "../../../src/chat/view/word-flow.ts";
import { wrapPlain } from "../../../src/chat/view/wrap-plain.ts";
import { createColors } from "../../../src/text/colors.ts";
import { widestLine } from "../../helpers/columns.ts";

const result = {
  exitCode: 0,
  signal: null,
  stdout: "one\ntwo\nthree\n",
  stderr: "",
  truncated: false,
  timedOut: false,
  durationMs: 1,
  sandboxed: false,
};
const call = { id: "calculator", tool: "add", callId: "c" };
const patch = [{ op: "add", path: "/calculator/history/0", value: "1 + 2 = 3" }] as const;
const events: [ChatEvent, string[]][] = [
  [{ type: "skill-loaded", id: "pdf", digest: "d", by: "model", again: false }, ["● loaded skill pdf"]],
  [{ type: "tool-start", ...call, input: { a: 1 } }, ['▸ calculator.add {"a":1}']],
  [{ type: "tool-end", ...call, output: 3 }, ["✓ 3"]],
  [{ type: "tool-end", ...call, error: "no\nway" }, ["✗ no way"]],
  [{ type: "state-changed", ...call, namespace: "calculator", patch }, ['± /calculator/history/0 "1 + 2 = 3"']],
  [{ type: "custom", id: "calculator", name: "progress", value: 5 }, ["◇ progress 5"]],
  [{ type: "file-read", id: "pdf", path: "a.md", size: 1, truncated: true }, ["● read pdf/a.md, in part"]],
  [{ type: "script-start", id: "pdf", script: "scripts/a.sh", args: ["a b"] }, ['▸ pdf/scripts/a.sh "a b"']],
  [{ type: "script-end", id: "pdf", script: "scripts/a.sh", result }, ["✓ one … 2 more lines"]],
  [
    { type: "script-end", id: "pdf", script: "scripts/a.sh", result: { ...result, exitCode: 3, stderr: "bad" } },
    ["✗ ended with 3: bad"],
  ],
  [{ type: "script-end", id: "pdf", script: "scripts/a.sh", error: "gone" }, ["✗ gone"]],
  [
    { type: "subagent-start", id: "pdf", runId: "r", callId: "c", request: "do it" },
    ["▸ skill pdf in a sub-agent: do it"],
  ],
  [{ type: "subagent-end", id: "pdf", runId: "r", callId: "c", text: "done" }, ["✓ pdf: done"]],
  [{ type: "approval-requested", id: "pdf", script: "s", digest: "d" }, []],
];

function terminal(columns = 60) {
  const stream = {
    written: "",
    isTTY: true,
    columns,
    write: (text: string | Uint8Array) => void (stream.written += String(text)),
  };
  return stream;
}

const plain = createColors({ env: { NO_COLOR: "1" } }, { write: () => undefined, isTTY: true }, false);

describe("what a chat shows", () => {
  it.each(events)("%j", (event, lines) => {
    expect(renderEvent(event, 80)).toEqual(lines);
  });

  it("keeps to the width and sends no escape sequences, whatever skills say", () => {
    const nasty = `\u001b]0;title\u0007${"very long ".repeat(50)}`;
    const spoilt = (value: unknown): unknown =>
      typeof value === "string" && value !== "add"
        ? value + nasty
        : Array.isArray(value)
          ? value.map(spoilt)
          : typeof value === "object" && value !== null
            ? Object.fromEntries(
                Object.entries(value).map(([key, each]) => [key, key === "type" || key === "op" ? each : spoilt(each)]),
              )
            : value;
    for (const [event] of events) {
      const lines = renderEvent(spoilt(event) as ChatEvent, 40).join("\n");
      expect(lines).not.toContain("\u001b");
      expect(lines).not.toContain("\u0007");
      expect(widestLine(lines)).toBeLessThanOrEqual(40);
    }
  });

  it("shows each kind of operation", () => {
    const ops = [
      { op: "replace", path: "/a", value: "x".repeat(100) },
      { op: "remove", path: "/a/b" },
      { op: "move", from: "/a", path: "/b" },
    ] as const;
    expect(renderPatch(ops, 20)).toEqual([`± /a "${"x".repeat(13)}…`, "± /a/b removed", "± /b moved from /a"]);
  });

  it("makes a stream of text safe, however it is cut", () => {
    const safe = createSafeText();
    expect(["a\r", "\nb\u001b", "[31m\ud83d", "\ude00\tc"].map(safe).join("")).toBe("a\nb␛[31m😀\tc");
  });

  it("puts lines between the parts of an answer, those of a sub-agent below its line", () => {
    const stream = terminal();
    const view = createPrettyView({ answer: stream, notes: stream, colors: plain });
    view.text("I ask. ");
    view.event({ type: "subagent-start", id: "calculator", runId: "r", callId: "c", request: "add" });
    view.event({ type: "tool-start", ...call, runId: "r", input: {} });
    view.event({ type: "subagent-end", id: "calculator", runId: "r", callId: "c", text: "3" });
    view.text("\n\nIt is ");
    view.text("3.");
    view.end({ kind: "cancelled" });
    expect(stream.written.split("\n")).toEqual([
      "I ask.",
      "▸ skill calculator in a sub-agent: add",
      "  ▸ calculator.add {}",
      "✓ calculator: 3",
      "It is 3.",
      "cancelled",
      "",
    ]);
  });

  it("breaks an answer between words, as the terminal is wide", () => {
    const flow = createWordFlow(() => 10);
    const pieces = ["one two th", "ree four\n  co", "de stays\n", "a".repeat(30), " b"];
    expect(pieces.map((piece) => flow.push(piece)).join("") + flow.end()).toBe(
      `one two\nthree four\n  code\nstays\n${"a".repeat(30)}\nb`,
    );
    expect(wrapPlain("one two three\n  one two three", 10)).toBe("one two\nthree\n  one two three");
  });

  it("waits while a question stands", () => {
    const stream = terminal();
    const view = createPrettyView({ answer: stream, notes: stream, colors: plain });
    view.text("Well");
    view.lines(["? Run it"]);
    const release = view.hold();
    view.notice("aside");
    view.text("next");
    expect(stream.written).toBe("Well\n? Run it\n");
    release();
    view.end({ kind: "done", text: "", state: {} });
    expect(stream.written).toBe("Well\n? Run it\naside\nnext\n");
  });

  it("keeps the answer alone on stdout where the two are apart", () => {
    const [answer, notes] = [
      { ...terminal(), isTTY: false },
      { ...terminal(), isTTY: false },
    ];
    let out = "";
    answer.write = (text) => void (out += String(text));
    const view = createPrettyView({ answer, notes, colors: plain });
    view.text("a");
    view.notice("aside");
    view.text("b");
    view.end({ kind: "done", text: "ab", state: {} });
    expect(out).toBe("ab\n");
  });

  it("writes a line of JSON for each event", () => {
    const stream = terminal();
    const view = createJsonView(stream);
    view.text("a\nb\u001b");
    view.end({ kind: "done", text: "a", state: { n: { x: [1] } } });
    const lines = stream.written.trimEnd().split("\n");
    expect(stream.written).not.toContain("\u001b");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { type: "text", text: "a\nb\u001b" },
      { type: "done", text: "a", state: { n: { x: [1] } } },
    ]);
  });

  it("colours JSON, and only that", () => {
    const colors = createColors({ env: { FORCE_COLOR: "1" } }, { write: () => undefined }, false);
    const value = { "a:b": ['x": 1', -1.5, true, null] };
    const shown = renderJson(value, colors);
    expect(shown).toContain('\u001b[34m"a:b"\u001b[39m:');
    // oxlint-disable-next-line no-control-regex -- colours are what it takes out
    expect(JSON.parse(shown.replace(/\u001b\[\d+m/g, ""))).toEqual(value);
    expect(JSON.parse(renderJson(value, plain))).toEqual(value);
  });
});
