// How often a term is in the name, the description and the body of one document, in 16 bits. A count stays at its most: by
// then another occurrence says nothing new.

/** Most that is counted in a body; a packed value up to this is of a term in the body alone. */
export const BODY_MASK = 0x01ff;
export const DESCRIPTION_MASK = 0x1e00;
export const NAME_MASK = 0xe000;
export const DESCRIPTION_SHIFT = 9;
export const NAME_SHIFT = 13;

/** A field: the bits that count in it. */
export interface Field {
  readonly mask: number;
  readonly unit: number;
}

export const NAME: Field = { mask: NAME_MASK, unit: 1 << NAME_SHIFT };
export const DESCRIPTION: Field = { mask: DESCRIPTION_MASK, unit: 1 << DESCRIPTION_SHIFT };
export const BODY: Field = { mask: BODY_MASK, unit: 1 };
