/** Keeps the beginning and the end of a stream, and counts what lies between. */
export class CappedOutput {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  /** Bytes seen. */
  total = 0;

  constructor(maxBytes: number) {
    this.#half = maxBytes / 2;
  }

  push(chunk: Buffer): void {
    this.total += chunk.length;
    const room = Math.ceil(this.#half) - this.#headBytes;
    if (room > 0) this.#keepHead(chunk.subarray(0, room));
    if (chunk.length > room) this.#keepTail(chunk.subarray(Math.max(room, 0)));
  }

  #keepHead(bytes: Buffer): void {
    this.#head.push(bytes);
    this.#headBytes += bytes.length;
  }

  #keepTail(bytes: Buffer): void {
    this.#tail.push(bytes);
    this.#tailBytes += bytes.length;
    const max = Math.floor(this.#half);
    // Trimmed now and then, so that each byte is copied a few times at most.
    if (this.#tailBytes > 2 * max + 65_536) this.#trimTail(max);
  }

  #trimTail(max: number): void {
    const all = Buffer.concat(this.#tail, this.#tailBytes);
    // A copy: a part of a large buffer would keep all of it.
    const kept = Buffer.from(all.subarray(Math.max(all.length - max, 0)));
    this.#tail = [kept];
    this.#tailBytes = kept.length;
  }

  get truncated(): boolean {
    return this.total > Math.ceil(this.#half) + Math.floor(this.#half);
  }

  /** The text, with what is no UTF-8 replaced, and the cut marked in its place. */
  text(): string {
    const head = Buffer.concat(this.#head, this.#headBytes);
    if (!this.truncated) return Buffer.concat([head, ...this.#tail]).toString("utf8");
    this.#trimTail(Math.floor(this.#half));
    const begin = head.subarray(0, wholeCharacters(head));
    const tail = Buffer.concat(this.#tail, this.#tailBytes);
    const end = tail.subarray(firstCharacter(tail));
    const left = (this.total - begin.length - end.length).toLocaleString("en");
    return `${begin.toString("utf8")}\n[… ${left} bytes left out here …]\n${end.toString("utf8")}`;
  }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** The length without a character that the cut would split. */
function wholeCharacters(bytes: Buffer): number {
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && isContinuation(bytes[start])) start--;
  const first = bytes[start] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return start >= 0 && start + length > bytes.length ? start : bytes.length;
}

function firstCharacter(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && isContinuation(bytes[at])) at++;
  return at;
}
