/** How much a word counts by where it stands, and how BM25F bends that. */
export interface LexicalMatcherOptions {
  /** Weight of a word in the name. Default 2. */
  readonly nameWeight?: number;
  /** Weight of a word in the description. Default 1. */
  readonly descriptionWeight?: number;
  /** Weight of a word in the body. Default 0.5; with 0, bodies are not read. */
  readonly bodyWeight?: number;
  /** How slowly repetition stops counting. Default 2. */
  readonly k1?: number;
  /** How much a long field weakens its words, 0 to 1. Defaults 0.5, 0.4 and 0.75. */
  readonly b?: { readonly name?: number; readonly description?: number; readonly body?: number };
  /**
   * How long a match waits while no body comes, in milliseconds; ten times as long in all, time to index not counted. Then it
   * answers without those bodies, and later matches with them. Default 1,000.
   */
  readonly bodyWait?: number;
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
    name: number("nameWeight", options.nameWeight ?? 2),
    description: number("descriptionWeight", options.descriptionWeight ?? 1),
    body: number("bodyWeight", options.bodyWeight ?? 0.5),
    k1: number("k1", options.k1 ?? 2, Number.MIN_VALUE),
    b: {
      name: number("b.name", options.b?.name ?? 0.5, 0, 1),
      description: number("b.description", options.b?.description ?? 0.4, 0, 1),
      body: number("b.body", options.b?.body ?? 0.75, 0, 1),
    },
  };
}

/** `bodyWait`, checked; Infinity is allowed. */
export function resolveBodyWait({ bodyWait = 1_000 }: LexicalMatcherOptions): number {
  return number("bodyWait", bodyWait, 0, Infinity);
}

function number(name: string, value: number, least = 0, most = Number.MAX_VALUE): number {
  if (value >= least && value <= most) return value;
  throw new RangeError(`${name} must be a number from ${least} to ${most}, and is ${value}.`);
}
