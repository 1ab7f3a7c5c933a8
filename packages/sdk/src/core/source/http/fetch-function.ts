/** The part of `fetch` that is called here; the `fetch` of every platform fits. */
export type FetchFunction = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** What a request is made with. Redirects are followed by hand: `fetch` would carry headers to other origins. */
export interface FetchInit {
  readonly method: "GET";
  readonly headers: Record<string, string>;
  readonly redirect: "manual";
  readonly signal: AbortSignal;
}

/** The part of a `Response` that is looked at. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: FetchBody | null;
}

/** The part of a `ReadableStream` of bytes that is used. */
export interface FetchBody {
  getReader(): FetchBodyReader;
  cancel(reason?: unknown): Promise<void>;
}

export interface FetchBodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(reason?: unknown): Promise<void>;
}
