import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { nodeListener } from "../../../../src/node/http/node-listener.ts";

async function ask(host: string): Promise<{ status: string; seen: string[]; errors: string[] }> {
  const [seen, errors]: string[][] = [[], []];
  const handler = async (request: Request): Promise<Response> => {
    seen?.push(request.url);
    return new Response("yes");
  };
  const server = createServer(nodeListener(handler, ({ message }) => errors?.push(message)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`GET /mcp HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return { status: text.split(" ")[1] ?? "", seen: seen ?? [], errors: errors ?? [] };
}

it.each(["me:secret@localhost", "localhost/other?", "localhost#", "a b", "", "local\\host"])(
  "refuses the host %j, and nobody is told of a failure",
  async (host) => {
    expect(await ask(host)).toEqual({ status: "400", seen: [], errors: [] });
  },
);

it.each(["localhost", "127.0.0.1:8808", "[::1]:8808", "mcp.example.com"])("takes the host %j", async (host) => {
  expect(await ask(host)).toEqual({ status: "200", seen: [`http://${host}/mcp`], errors: [] });
});
