/** The codes of JSON-RPC that are used. https://www.jsonrpc.org/specification#error_object */
export const rpcCodes = { invalidParams: -32602, internalError: -32603 } as const;

/** A refusal that a client gets to see: the official server sends the code and the message of an error that has both. */
export class RpcError extends Error {
  override readonly name: string = "RpcError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
