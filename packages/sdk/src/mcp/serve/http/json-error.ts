/** A refusal as JSON-RPC clients read it. Never says anything about this machine. */
export function jsonError(
  status: number,
  message: string,
  { code = -32000, id = null, headers = {} }: JsonErrorOptions = {},
): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id }, { status, headers });
}

export interface JsonErrorOptions {
  readonly code?: number;
  readonly id?: string | number | null;
  readonly headers?: Readonly<Record<string, string>>;
}
