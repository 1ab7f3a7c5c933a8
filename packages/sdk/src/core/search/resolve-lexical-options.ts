/** How much a word counts by where it stands, and how BM25F bends that. */
export interface LexicalMatcherOptions {
  /** Weight of a word in the name. Default 3. */
  readonly nameWeight?: number;
  /** Weight of a word in the description. Default 2. */
  readonly descriptionWeight?: number;
  /** Weight of a word in the body. Default 1. */
  readonly bodyWeight?: number;
  /** How slowly repetition stops counting. Default 1.2. */
  readonly k1?: number;
  /** How much a long field weakens its words, 0 to 1. */
  readonly b?: { readonly name?: number; readonly description?: number; readonly body?: number };
}

/** The same, resolved. */
export interface LexicalWeights {
  readonly name: number;
  readonly description: number;
  readonly body: number;
  readonly k1: number;
  readonly b: { readonly name: number; readonly description: number; readonly body: number };
}

/** Defaults filled in; a RangeError for numbers that cannot be weights. */
export function resolveLexicalOptions(options: LexicalMatcherOptions): LexicalWeights {
  return {
    name: number("nameWeight", options.nameWeight ?? 3),
    description: number("descriptionWeight", options.descriptionWeight ?? 2),
    body: number("bodyWeight", options.bodyWeight ?? 1),
    k1: number("k1", options.k1 ?? 1.2, Number.MIN_VALUE),
    b: {
      name: number("b.name", options.b?.name ?? 0.5, 0, 1),
      description: number("b.description", options.b?.description ?? 0.5, 0, 1),
      body: number("b.body", options.b?.body ?? 0.75, 0, 1),
    },
  };
}

function number(name: string, value: number, least = 0, most = Number.MAX_VALUE): number {
  if (value >= least && value <= most) return value;
  throw new RangeError(`${name} must be a number from ${least} to ${most}, and is ${value}.`);
}
