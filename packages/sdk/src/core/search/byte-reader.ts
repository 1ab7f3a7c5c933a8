import { textOf } from "./text-of.ts";

/** Reads what `ByteWriter` wrote; throws a RangeError for anything else. Allocates nothing that is not there to read. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  number(): number {
    const first = this.#bytes[this.#at];
    if (first !== undefined && first < 128) {
      this.#at++;
      return first;
    }
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.#at++];
      // A fifth byte has room for four bits.
      if (byte === undefined || (shift === 28 && byte > 15)) break;
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw new RangeError("No number here.");
  }

  /** A number of things that take at least so many bytes each. */
  count(bytesEach: number): number {
    const count = this.number();
    if (count * bytesEach > this.left) throw new RangeError("More is announced than is there.");
    return count;
  }

  text(): string {
    const units = new Uint16Array(this.count(1));
    this.units(units, 0, units.length);
    return textOf(units, 0, units.length);
  }

  /** Units of a text whose length was read. */
  units(units: Uint16Array, start: number, end: number): void {
    for (let at = start; at < end; at++) {
      const unit = this.number();
      if (unit > 0xffff) throw new RangeError("No character here.");
      units[at] = unit;
    }
  }

  /** Numbers in turns into two lists, from `start` to `end`. Most of a snapshot is read here, and most take a byte. */
  pairs(firsts: Uint32Array, seconds: Uint16Array, start: number, end: number): void {
    const bytes = this.#bytes;
    let next = this.#at;
    for (let at = start; at < end; at++) {
      let first = bytes[next] as number;
      let second = bytes[next + 1] as number;
      if ((first | second) < 128 && next + 2 <= bytes.length) next += 2;
      else {
        this.#at = next;
        first = this.number();
        second = this.number();
        next = this.#at;
        if (second > 0xffff) throw new RangeError("No count here.");
      }
      firsts[at] = first;
      seconds[at] = second;
    }
    this.#at = next;
  }

  word(): number {
    if (this.left < 4) throw new RangeError("No word here.");
    let value = 0;
    for (let shift = 0; shift < 32; shift += 8) value |= (this.#bytes[this.#at++] as number) << shift;
    return value >>> 0;
  }
}
