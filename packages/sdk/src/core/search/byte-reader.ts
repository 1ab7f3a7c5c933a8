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
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) break;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128 && value <= 0xffff_ffff) return value;
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
    const length = this.count(1);
    const units: string[] = [];
    let run: number[] = [];
    for (let at = 0; at < length; at++) {
      const unit = this.number();
      if (unit > 0xffff) throw new RangeError("No character here.");
      run.push(unit);
      if (run.length < 1_024) continue;
      units.push(String.fromCharCode(...run));
      run = [];
    }
    return units.join("") + String.fromCharCode(...run);
  }

  word(): number {
    if (this.left < 4) throw new RangeError("No word here.");
    let value = 0;
    for (let shift = 0; shift < 32; shift += 8) value |= (this.#bytes[this.#at++] as number) << shift;
    return value >>> 0;
  }
}
