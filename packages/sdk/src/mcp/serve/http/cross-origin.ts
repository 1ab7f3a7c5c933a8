/** Answers the question that a browser asks before it lets a page of another origin call. */
export function answerPreflight(origin: string): Response {
  const headers = {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "POST, GET, DELETE",
    "access-control-allow-headers":
      "authorization, content-type, mcp-method, mcp-name, mcp-protocol-version, mcp-session-id, last-event-id",
    "access-control-max-age": "600",
    vary: "origin",
  };
  return new Response(null, { status: 204, headers });
}

/** The same response, for a page of this origin to read. */
export function readableFrom(response: Response, origin: string): Response {
  const headers = new Headers(response.headers);
  headers.set("access-control-allow-origin", origin);
  headers.set("access-control-expose-headers", "mcp-session-id, mcp-protocol-version, www-authenticate, retry-after");
  headers.append("vary", "origin");
  const { status, statusText, body } = response;
  return new Response(body, { status, statusText, headers });
}
