/** Bytes that grow: numbers in as few as they need (LEB128), texts as UTF-16 units, so that any text comes back. */
export class ByteWriter {
  #bytes = new Uint8Array(1 << 16);
  #size = 0;

  /** A whole number from 0 to 2^32 - 1. */
  number(value: number): void {
    if (this.#size + 5 > this.#bytes.length) this.#grow();
    if (value < 128) {
      this.#bytes[this.#size++] = value;
      return;
    }
    let left = value;
    while (left > 127) {
      this.#bytes[this.#size++] = (left & 127) | 128;
      left >>>= 7;
    }
    this.#bytes[this.#size++] = left;
  }

  text(value: string): void {
    this.number(value.length);
    for (let at = 0; at < value.length; at++) this.number(value.charCodeAt(at));
  }

  /** A text by its units from `start` to `end`. */
  units(units: Uint16Array, start: number, end: number): void {
    this.number(end - start);
    for (let at = start; at < end; at++) this.number(units[at] as number);
  }

  /** Four bytes, low one first. */
  word(value: number): void {
    if (this.#size + 4 > this.#bytes.length) this.#grow();
    for (let shift = 0; shift < 32; shift += 8) this.#bytes[this.#size++] = (value >>> shift) & 255;
  }

  /** What was written, without a copy. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }

  #grow(): void {
    const wider = new Uint8Array(this.#bytes.length * 2);
    wider.set(this.#bytes);
    this.#bytes = wider;
  }
}
