// The part of ArkType's internal nodes that is read when a skill is built. It is no public interface of ArkType, which is
// why what is made of it is compared with ArkType before it is used (verify-check.ts).

/** A node of a compiled type. */
export interface ArkNode {
  readonly kind: string;
  readonly description: string;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly inner: Readonly<Record<string, unknown>>;
  readonly domain?: string;
  readonly numberAllowsNaN?: boolean;
  readonly unit?: unknown;
  readonly proto?: unknown;
  readonly rule?: unknown;
  readonly flags?: string;
  readonly exclusive?: boolean;
  readonly basis?: ArkNode | null;
  readonly prestructurals?: readonly ArkNode[];
  readonly structure?: ArkNode;
  readonly props?: readonly ArkProp[];
  readonly index?: readonly { readonly signature: ArkNode; readonly value: ArkNode }[];
  readonly sequence?: ArkSequence;
  readonly undeclared?: "reject" | "delete";
  readonly predicate?: readonly ArkNode[];
  readonly branches: readonly ArkNode[];
  readonly unitBranches?: readonly ArkNode[];
  readonly discriminant?: ArkDiscriminant | null;
  readonly json?: unknown;
  readonly precompilation?: string;
}

/** A property of an object type. */
export interface ArkProp extends Omit<ArkNode, "kind"> {
  readonly kind: "required" | "optional";
  readonly key: string | symbol;
  readonly value: ArkNode;
  readonly errorContext?: { readonly missingValueDescription?: string };
}

/** Elements of a list type. */
export interface ArkSequence {
  readonly prefix?: readonly ArkNode[];
  readonly defaultables?: unknown;
  readonly optionals?: readonly ArkNode[];
  readonly variadic?: ArkNode;
  readonly postfix?: readonly ArkNode[];
}

/** How a union tells its branches apart. */
export interface ArkDiscriminant {
  readonly kind: "domain" | "unit";
  readonly path: readonly unknown[];
  readonly cases: Readonly<Record<string, ArkNode | true>>;
}
