import type { DocumentTable } from "./document-table.ts";
import { BODY_MASK, DESCRIPTION_MASK, DESCRIPTION_SHIFT, NAME_SHIFT } from "./field-layout.ts";
import type { LexicalWeights } from "./resolve-lexical-options.ts";

/** How much of a term's weight a document earns, below 1: BM25F, with lengths against the average of each field. */
export class FieldScorer {
  readonly #weights: LexicalWeights;
  readonly #names: Uint32Array;
  readonly #descriptions: Uint32Array;
  readonly #bodies: Uint32Array;
  readonly #nameSlope: number;
  readonly #descriptionSlope: number;
  readonly #bodySlope: number;
  readonly #bodyBase: number;
  readonly #bodyWeight: number;
  readonly #k1: number;

  constructor(weights: LexicalWeights, { totals, count, names, descriptions, bodies }: DocumentTable) {
    const { b } = weights;
    this.#weights = weights;
    this.#names = names;
    this.#descriptions = descriptions;
    this.#bodies = bodies;
    this.#nameSlope = (b.name * count) / totals.name;
    this.#descriptionSlope = (b.description * count) / totals.description;
    this.#bodySlope = (b.body * count) / totals.body;
    this.#bodyBase = 1 - b.body;
    this.#bodyWeight = weights.body;
    this.#k1 = weights.k1;
  }

  score(doc: number, freq: number): number {
    const inBody = this.#bodyWeight * (freq & BODY_MASK);
    const body = inBody / (this.#bodyBase + this.#bodySlope * (this.#bodies[doc] as number));
    const times = freq > BODY_MASK ? body + this.#outsideBody(doc, freq) : body;
    return times / (times + this.#k1);
  }

  #outsideBody(doc: number, freq: number): number {
    const { name, description, b } = this.#weights;
    const inName = name * (freq >> NAME_SHIFT);
    const inDescription = description * ((freq & DESCRIPTION_MASK) >> DESCRIPTION_SHIFT);
    return (
      inName / (1 - b.name + this.#nameSlope * (this.#names[doc] as number)) +
      inDescription / (1 - b.description + this.#descriptionSlope * (this.#descriptions[doc] as number))
    );
  }
}
