import type {
  JSONRPCMessage,
  MessageExtraInfo,
  RequestId,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/server";
import type { McpServerPackage } from "../load-mcp-server.ts";

/** How the official package tells messages apart. */
type MessageKinds = Pick<
  McpServerPackage,
  "isJSONRPCErrorResponse" | "isJSONRPCNotification" | "isJSONRPCRequest" | "isJSONRPCResultResponse"
>;

/** A transport that knows which of its client's calls have no answer yet, and lets others hear what it says. */
export class WatchedTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <Message extends JSONRPCMessage>(message: Message, extra?: MessageExtraInfo) => void;
  readonly #inner: Transport;
  readonly #kinds: MessageKinds;
  readonly #hear: ((message: JSONRPCMessage) => void) | undefined;
  readonly #open = new Set<RequestId>();
  #waiting: (() => void)[] = [];
  #isDraining = false;

  /** `hear` gets each message before anybody acts on it. */
  constructor(inner: Transport, kinds: MessageKinds, hear?: (message: JSONRPCMessage) => void) {
    this.#inner = inner;
    this.#kinds = kinds;
    this.#hear = hear;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion = (version: string): void => this.#inner.setProtocolVersion?.(version);
  setSupportedProtocolVersions = (versions: string[]): void => this.#inner.setSupportedProtocolVersions?.(versions);

  async start(): Promise<void> {
    this.#inner.onclose = () => {
      this.#settleAll();
      this.onclose?.();
    };
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onmessage = (message, extra) => this.#receive(message, extra);
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    try {
      await this.#inner.send(message, options);
    } finally {
      const { isJSONRPCResultResponse, isJSONRPCErrorResponse } = this.#kinds;
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#settle(message.id);
    }
  }

  async close(): Promise<void> {
    await this.#inner.close();
    this.#settleAll();
  }

  /** Takes no more calls, and waits for the answers to those it took. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    if (this.#open.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    const { isJSONRPCRequest, isJSONRPCNotification } = this.#kinds;
    this.#hear?.(message);
    if (isJSONRPCRequest(message)) {
      if (this.#isDraining) return this.#refuse(message.id);
      // A subscription is answered when it ends.
      if (message.method !== "subscriptions/listen") this.#open.add(message.id);
    } else if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
      this.#settle((message.params as { requestId?: RequestId } | undefined)?.requestId);
    }
    this.onmessage?.(message, extra);
  }

  #refuse(id: RequestId): void {
    const error = { code: -32000, message: "The server is closing." };
    this.#inner.send({ jsonrpc: "2.0", id, error }).catch(() => undefined);
  }

  #settle(id: RequestId | undefined): void {
    if (id !== undefined) this.#open.delete(id);
    if (this.#open.size === 0) this.#settleAll();
  }

  #settleAll(): void {
    this.#open.clear();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
