// The parts of the web platform that Node, Workers and browsers share, and that pure layers may use. Nothing else of any
// platform compiles there. Declared here by hand, because the compiler's own lists bring all of the DOM with them.

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
declare var AbortSignal: {
  any(signals: AbortSignal[]): AbortSignal;
  timeout(milliseconds: number): AbortSignal;
  abort(reason?: unknown): AbortSignal;
};

interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
declare var AbortController: { new (): AbortController };

declare var DOMException: { new (message?: string, name?: string): Error };

interface URL {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  pathname: string;
  search: string;
  hash: string;
  username: string;
  password: string;
  toString(): string;
}
declare var URL: {
  new (url: string | URL, base?: string | URL): URL;
  canParse(url: string | URL, base?: string | URL): boolean;
};

interface TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}
declare var TextEncoder: { new (): TextEncoder };

interface TextDecoder {
  decode(bytes?: Uint8Array | ArrayBuffer, options?: { stream?: boolean }): string;
}
declare var TextDecoder: { new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): TextDecoder };

declare var crypto: {
  readonly subtle: { digest(algorithm: "SHA-256", data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> };
  randomUUID(): string;
};

declare function setTimeout(callback: () => void, milliseconds?: number): unknown;
declare function clearTimeout(timer: unknown): void;
declare function btoa(text: string): string;
declare function queueMicrotask(callback: () => void): void;

declare var performance: { now(): number };

interface Headers {
  get(name: string): string | null;
}

interface ReadableStreamDefaultReader<Chunk> {
  read(): Promise<{ done: false; value: Chunk } | { done: true; value?: Chunk }>;
  cancel(reason?: unknown): Promise<void>;
  releaseLock(): void;
}

interface ReadableStream<Chunk> {
  getReader(): ReadableStreamDefaultReader<Chunk>;
  cancel(reason?: unknown): Promise<void>;
}

interface Response {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly redirected: boolean;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
}

interface RequestInit {
  method?: string;
  headers?: Record<string, string>;
  redirect?: "follow" | "error" | "manual";
  signal?: AbortSignal | null;
}
declare function fetch(url: string | URL, init?: RequestInit): Promise<Response>;
