import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createAgUiHandler } from "@tradecraft/sdk/ag-ui";

export function serve(options) {
  const handler = createAgUiHandler(options);
  const answer = async (req, res) => {
    const body = req.method === "POST" ? { body: Readable.toWeb(req), duplex: "half" } : {};
    const request = new Request(`http://localhost${req.url}`, { method: req.method, headers: req.headers, ...body });
    const response = await handler(request);
    res.writeHead(response.status, Object.fromEntries(response.headers));
    await pipeline(Readable.fromWeb(response.body), res);
  };
  return createServer((req, res) => void answer(req, res).catch(() => res.destroy()));
}
