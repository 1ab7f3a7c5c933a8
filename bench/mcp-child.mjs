// Serves skills for bench/mcp.mjs: node mcp-child.mjs stdio|http <folder>. Over HTTP it prints its port; a line on its
// input gives its memory back on its output.

import { createServer } from "node:http";
import { Readable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createMcpSkillServer } from "@tradecraft/sdk/mcp";
import { folderSkillSource } from "@tradecraft/sdk/node";

const [way, folder] = process.argv.slice(2);
const empty = {
  name: "empty",
  description: "Does nothing.",
  inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false },
  execute: async () => "",
};
const server = createMcpSkillServer(folderSkillSource(folder, { index: false }), {
  ownTools: [empty],
  onError: (error) => console.error(error),
});

if (way === "stdio") {
  await (
    await server.connect(new StdioServerTransport())
  ).closed;
} else {
  const handle = server.handler({ maxSessions: 10_000 });
  const http = createServer(async (request, response) => {
    const gone = new AbortController();
    response.on("close", () => response.writableFinished || gone.abort());
    const { method, headers, url } = request;
    const body = method === "POST" ? { body: Readable.toWeb(request), duplex: "half" } : {};
    const given = await handle(
      new Request(`http://${headers.host}${url}`, { method, headers, signal: gone.signal, ...body }),
    );
    response.writeHead(given.status, Object.fromEntries(given.headers));
    // Whole answers at once; only streams are streamed.
    if (!given.headers.get("content-type")?.startsWith("text/event-stream")) return response.end(await given.text());
    const stream = Readable.fromWeb(given.body);
    response.on("close", () => stream.destroy());
    stream.on("error", () => response.destroy()).pipe(response);
  });
  http.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify({ port: http.address().port })}\n`));
  process.stdin.on("data", async () => {
    // What waits for a finalizer goes with the second one.
    for (let round = 0; round < 3; round++) {
      globalThis.gc?.();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { heapUsed, rss } = process.memoryUsage();
    process.stdout.write(`${JSON.stringify({ heapUsed, rss, clients: server.clients() })}\n`);
  });
  process.stdin.on("end", () => process.exit(0));
}
