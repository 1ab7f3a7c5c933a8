import type { Pacer } from "./pacer.ts";

const FIRST_CAPACITY = 64;
const DOCUMENTS_PER_CHECK = 1024;

/** Words per field of one document, at least 1; stop words do not count. */
export interface FieldLengths {
  readonly name: number;
  readonly description: number;
  readonly body: number;
}

/** What is known of each document beside its postings. A document keeps its number until `renumber`. */
export class DocumentTable {
  ids: string[] = [];
  revisions: string[] = [];
  names: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  descriptions: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  bodies: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  /** Postings that a document has. */
  sizes: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  alive: Uint8Array = new Uint8Array(FIRST_CAPACITY);
  /** Sums over living documents, for the average lengths. */
  readonly totals: { name: number; description: number; body: number } = { name: 0, description: 0, body: 0 };
  readonly #numbers = new Map<string, number>();

  /** Numbers given out, those of removed documents included. */
  get end(): number {
    return this.ids.length;
  }

  /** Living documents. */
  get count(): number {
    return this.#numbers.size;
  }

  find(id: string): number | undefined {
    return this.#numbers.get(id);
  }

  add(id: string, revision: string, lengths: FieldLengths, size: number): number {
    const doc = this.end;
    if (doc === this.alive.length) this.#grow();
    this.ids.push(id);
    this.revisions.push(revision);
    this.names[doc] = Math.max(1, lengths.name);
    this.descriptions[doc] = Math.max(1, lengths.description);
    this.bodies[doc] = Math.max(1, lengths.body);
    this.sizes[doc] = size;
    this.alive[doc] = 1;
    this.#numbers.set(id, doc);
    this.#count(this.lengths(doc), 1);
    return doc;
  }

  remove(doc: number): void {
    this.#numbers.delete(this.ids[doc] as string);
    this.#count(this.lengths(doc), -1);
    this.alive[doc] = 0;
    this.ids[doc] = "";
    this.revisions[doc] = "";
  }

  lengths(doc: number): FieldLengths {
    return {
      name: this.names[doc] as number,
      description: this.descriptions[doc] as number,
      body: this.bodies[doc] as number,
    };
  }

  /** A table without the removed documents, and the new number of each one that is left. */
  async renumbered(pacer: Pacer): Promise<{ table: DocumentTable; numbers: Uint32Array }> {
    const table = new DocumentTable();
    const numbers = new Uint32Array(this.end);
    for (let doc = 0; doc < this.end; doc++) {
      if (doc % DOCUMENTS_PER_CHECK === 0 && pacer.due()) await pacer.pause();
      if (this.alive[doc] === 0) continue;
      const size = this.sizes[doc] as number;
      numbers[doc] = table.add(this.ids[doc] as string, this.revisions[doc] as string, this.lengths(doc), size);
    }
    return { table, numbers };
  }

  #count(lengths: FieldLengths, sign: 1 | -1): void {
    this.totals.name += sign * lengths.name;
    this.totals.description += sign * lengths.description;
    this.totals.body += sign * lengths.body;
  }

  #grow(): void {
    const capacity = this.alive.length * 2;
    const wider = (list: Uint32Array): Uint32Array => {
      const copy = new Uint32Array(capacity);
      copy.set(list);
      return copy;
    };
    this.names = wider(this.names);
    this.descriptions = wider(this.descriptions);
    this.bodies = wider(this.bodies);
    this.sizes = wider(this.sizes);
    const alive = new Uint8Array(capacity);
    alive.set(this.alive);
    this.alive = alive;
  }
}
