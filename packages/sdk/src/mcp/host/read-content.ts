import { askServer } from "./ask-server.ts";
import { decodeBase64, decodedLength } from "./base64.ts";
import { isRecord, type McpClient } from "./mcp-client.ts";
import { refusal } from "./mcp-refusal.ts";
import { parseResourceUri } from "./skill-uri.ts";

/** What is to be read, and how much of it at most. */
export interface WantedContent {
  readonly label: string;
  readonly uri: string;
  /** More is refused before it is decoded. */
  readonly maxBytes: number;
  /** What there must be, if that is known: anything else is refused before it is decoded. */
  readonly size?: number;
  /** Told how long the content is, at the least, before anything is refused. */
  readonly onLength?: (length: number) => void;
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

/** The bytes of one resource, as one `resources/read` gives them. Says nothing about what they should have been. */
export async function readContent(client: McpClient, wanted: WantedContent): Promise<Uint8Array<ArrayBuffer>> {
  const { label, uri, timeout, signal } = wanted;
  const facts = { server: label, uri: uri.slice(0, 200) };
  const { contents } = await askServer(client, "resources/read", { uri }, { label, timeout, signal });
  if (!Array.isArray(contents)) throw refusal("content-invalid", `${label} gave no contents for a file.`, facts);
  const key = keyOf(uri);
  const found = contents.filter((item) => isRecord(item) && keyOf(item["uri"]) === key);
  const [content] = found as Readonly<Record<string, unknown>>[];
  if (content === undefined)
    throw refusal("content-missing", `${label} answered with another file than was asked for.`, facts);
  if (found.length > 1) throw refusal("content-ambiguous", `${label} gave a file twice in one answer.`, facts);
  const { text, blob, mimeType } = content;
  const isText = typeof text === "string" && blob === undefined;
  const isBlob = typeof blob === "string" && text === undefined;
  if ((!isText && !isBlob) || mimeType === "inode/directory") {
    throw refusal("content-invalid", `${label} gave a file neither as text nor as bytes.`, facts);
  }
  wanted.onLength?.(isText ? text.length : decodedLength(blob as string));
  return isText ? fromText(text, wanted, facts) : fromBlob(blob as string, wanted, facts);
}

type Facts = Readonly<Record<string, string>>;

function fromText(text: string, { label, maxBytes, size }: WantedContent, facts: Facts): Uint8Array<ArrayBuffer> {
  // A text has at least a byte for each of its units, and at most three.
  if (size !== undefined && (text.length > size || text.length * 3 < size)) throw wrongSize(label, facts);
  if (text.length > maxBytes) throw tooLarge(label, maxBytes, facts);
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > maxBytes) throw tooLarge(label, maxBytes, facts);
  return bytes;
}

function fromBlob(blob: string, { label, maxBytes, size }: WantedContent, facts: Facts): Uint8Array<ArrayBuffer> {
  const length = decodedLength(blob);
  if (size !== undefined && length !== size) throw wrongSize(label, facts);
  if (length > maxBytes) throw tooLarge(label, maxBytes, facts);
  const bytes = decodeBase64(blob);
  if (bytes === undefined) throw refusal("content-encoding", `${label} gave bytes that are not base64.`, facts);
  return bytes;
}

function wrongSize(label: string, facts: Facts): Error {
  return refusal("file-size", `A file of ${label} has another size than its list says.`, facts);
}

function tooLarge(label: string, maxBytes: number, facts: Facts): Error {
  return refusal("content-large", `A file of ${label} is larger than ${maxBytes} bytes.`, {
    ...facts,
    limit: maxBytes,
  });
}

/** What all spellings of a URI share. */
function keyOf(uri: unknown): string | undefined {
  const parsed = parseResourceUri(uri);
  return typeof parsed === "string" ? undefined : JSON.stringify([parsed.scheme, parsed.authority, ...parsed.segments]);
}
