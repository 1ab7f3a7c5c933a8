import { Readable, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { compositeMain, main, type MainOptions, type McpEntry, mcpMain, referenceMain } from "../../../src/run/cli.ts";
import { reference } from "../../../src/workflow/define/reference.ts";

const topics = reference({ name: "topics", description: "Texts." })
  .topic("one", { label: "First", content: "Text" })
  .build();

function collect(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

async function run(
  options: MainOptions,
  call: typeof main = main,
): Promise<{ code: number; out: string; err: string }> {
  const [out, err] = [collect(), collect()];
  const stdin = Readable.from([]);
  const code = await call(topics, { stdin, stdout: out.stream, stderr: err.stream, skillDir: "/skill", ...options });
  return { code, out: out.text(), err: err.text() };
}

describe("main", () => {
  it("has the names that earlier systems use", () => {
    expect([referenceMain, compositeMain]).toEqual([main, main]);
  });

  it("loads what serves MCP only for that, and gives it the rest of the arguments", async () => {
    const calls: unknown[] = [];
    const mcp = async (): Promise<McpEntry> => ({
      serve: async (definition, { args, skillDir }) => {
        calls.push([definition.name, args, skillDir]);
        return 7;
      },
    });
    expect(await run({ argv: ["topics"], mcp })).toEqual({ code: 0, out: "one: First\n", err: "" });
    expect(calls).toEqual([]);
    expect((await run({ argv: ["mcp", "--host", "codex"], mcp })).code).toBe(7);
    expect((await run({ argv: ["--host", "codex"], mcp }, mcpMain)).code).toBe(7);
    expect(calls).toEqual([
      ["topics", ["--host", "codex"], "/skill"],
      ["topics", ["--host", "codex"], "/skill"],
    ]);
  });

  it("prints whatever is thrown as a failure without a stack", async () => {
    const mcp = (): Promise<McpEntry> => Promise.reject(new Error("no such file"));
    const { code, out, err } = await run({ argv: ["mcp"], mcp });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({
      kind: "error",
      error: "internal",
      code: "internal",
      step: "",
      message: "no such file",
      retry: false,
    });
    expect(err).toBe("error: no such file\n");
  });
});
