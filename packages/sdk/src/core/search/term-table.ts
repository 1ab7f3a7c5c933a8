import { textOf } from "./text-of.ts";

const FIRST_UNITS = 1 << 14;
const FIRST_TERMS = 1 << 11;
const PRIME = 0x01000193;

/**
 * Numbers for terms. Their UTF-16 units lie one behind another in one array, which costs a fraction of strings in a Map: a
 * new term is written behind the last one, may be changed there, and stays if it is not known yet.
 */
export class TermTable {
  /** From `end` on there is room for as much as was reserved. */
  units: Uint16Array = new Uint16Array(FIRST_UNITS);
  /** Where hashes begin. */
  readonly #seed: number;
  // Where each term begins, and where the next one will.
  #starts = new Uint32Array(FIRST_TERMS);
  #size = 0;
  // Numbers of terms by hash, plus 1: 0 is free.
  #slots = new Int32Array(FIRST_TERMS * 4);

  constructor(seed: number) {
    this.#seed = seed;
  }

  get size(): number {
    return this.#size;
  }

  /** Where the units of the next term belong. */
  get end(): number {
    return this.#starts[this.#size] as number;
  }

  /** Where the units of a term begin; those of the next one begin where they end. */
  start(id: number): number {
    return this.#starts[id] as number;
  }

  term(id: number): string {
    if (id >= this.#size) return "";
    return textOf(this.units, this.start(id), this.start(id + 1));
  }

  /** Number of a term, if it has one. */
  find(term: string): number | undefined {
    const id = this.findUnits(this.units, this.end, this.#write(term));
    return id < 0 ? undefined : id;
  }

  /** Number of a term, a new one if need be. */
  intern(term: string): number {
    return this.keep(this.#write(term));
  }

  /** Takes over a term of another table; its number here. */
  copy(from: TermTable, id: number): number {
    const [start, end] = [from.start(id), from.start(id + 1)];
    const to = this.reserve(end - start);
    this.units.set(from.units.subarray(start, end), to);
    return this.keep(to + end - start);
  }

  /** Makes room for a term of at most `count` units; where it belongs. */
  reserve(count: number): number {
    const { end } = this;
    if (end + count > this.units.length) {
      const wider = new Uint16Array(Math.max(this.units.length * 2, end + count));
      wider.set(this.units);
      this.units = wider;
    }
    return end;
  }

  /** Number of the term that was written from `end` to `stop`, a new one if need be. */
  keep(stop: number): number {
    const { end, units } = this;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = this.#hash(units, end, stop) & mask;
    for (let id = slots[slot] as number; id !== 0; id = slots[slot] as number) {
      if (this.#isEqual(id - 1, units, end, stop)) return id - 1;
      slot = (slot + 1) & mask;
    }
    const id = this.#size++;
    slots[slot] = id + 1;
    this.#starts[this.#size] = stop;
    if (this.#size + 1 === this.#starts.length) this.#grow();
    return id;
  }

  /** Number of the term with these units, or -1. */
  findUnits(units: Uint16Array, start: number, stop: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = this.#hash(units, start, stop) & mask;
    for (let id = slots[slot] as number; id !== 0; id = slots[slot] as number) {
      if (this.#isEqual(id - 1, units, start, stop)) return id - 1;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  #write(term: string): number {
    const start = this.reserve(term.length);
    for (let at = 0; at < term.length; at++) this.units[start + at] = term.charCodeAt(at);
    return start + term.length;
  }

  #hash(units: Uint16Array, start: number, stop: number): number {
    let hash = this.#seed;
    for (let at = start; at < stop; at++) hash = Math.imul(hash ^ (units[at] as number), PRIME);
    return hash ^ (hash >>> 15);
  }

  #isEqual(id: number, units: Uint16Array, start: number, stop: number): boolean {
    const from = this.#starts[id] as number;
    if ((this.#starts[id + 1] as number) - from !== stop - start) return false;
    for (let at = start; at < stop; at++) if (units[at] !== this.units[from + at - start]) return false;
    return true;
  }

  #grow(): void {
    const starts = new Uint32Array(this.#starts.length * 2);
    starts.set(this.#starts);
    this.#starts = starts;
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 0; id < this.#size; id++) {
      let slot = this.#hash(this.units, starts[id] as number, starts[id + 1] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}
