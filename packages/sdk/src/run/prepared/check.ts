// A schema as data, made when a skill is built and interpreted when it runs. It says what ArkType would check, in ArkType's
// order, because the order decides which message an agent sees.

/** What a value must be. */
export type Check =
  /** Anything. */
  | 0
  | readonly ["domain", domain: string, expected?: string | 0, allowsNaN?: 1]
  | readonly ["unit", value: string | number | boolean | null, expected?: string]
  | readonly ["undefined", expected?: string]
  | readonly ["array", expected?: string]
  /** A basis first, then refinements, then what is inside. */
  | readonly ["all", basis: Check, refinements: readonly Refinement[], structure?: Structure]
  /** Branches in turn. */
  | readonly ["any", branches: readonly Check[]]
  /** One value decides which branch it is. 1 is a case without further checks. */
  | readonly [
      "switch",
      by: "domain" | "unit",
      path: readonly (string | number)[],
      cases: Readonly<Record<string, Check | 1>>,
      expected: string,
    ];

/** A condition on a number, a text or a length. */
export type Refinement = readonly [
  kind: "<" | "<=" | ">" | ">=" | "%" | "shortest" | "longest" | "length" | "pattern" | "url",
  rule: number | string,
  expected: string,
  flags?: string,
];

/** What is inside an object or a list. */
export interface Structure {
  readonly props?: readonly Prop[];
  readonly sequence?: Sequence;
  readonly index?: readonly (readonly [key: Check, value: Check])[];
  readonly undeclared?: "reject" | "delete";
}

/** A property. `missing` is what is expected where it is required; a default is a value, or the id of a function. */
export type Prop = readonly [
  key: string,
  value: Check,
  missing?: string | 0,
  preset?: { readonly value?: unknown; readonly make?: string },
];

/** Elements of a list. */
export interface Sequence {
  readonly prefix?: readonly Check[];
  readonly optionals?: readonly Check[];
  readonly variadic?: Check;
  readonly postfix?: readonly Check[];
}

/** Makes a default. */
export type Preset = () => unknown;
