import type { Check, Prop, Refinement, Sequence, Structure } from "@tradecraft/sdk/workflow/prepared";
import { describeBranches } from "@tradecraft/sdk/workflow/prepared";
import type { ArkNode, ArkProp, ArkSequence } from "./ark-node.ts";

/** Something that cannot be said as data. */
export class NotPreparable extends Error {
  override readonly name: string = "NotPreparable";
}

/** Finds the id of a function that makes a default; undefined for one that was not seen. */
export type PresetId = (make: unknown) => string | undefined;

/** A type as data. Throws `NotPreparable` with the reason where that cannot be. */
export function describeType(node: ArkNode, presetId: PresetId): Check {
  // A type that ArkType has not compiled goes through its branches in turn, with other messages.
  return describeNode(node, { presetId, discriminates: node.precompilation !== undefined });
}

interface Describing {
  readonly presetId: PresetId;
  readonly discriminates: boolean;
}

function describeNode(node: ArkNode, describing: Describing): Check {
  refuseSettings(node);
  switch (node.kind) {
    case "domain":
      return describeDomainNode(node);
    case "unit":
      return describeUnit(node);
    case "proto":
      if (node.proto !== Array) throw new NotPreparable(`instances of a class (${node.description})`);
      return node.description === "an array" ? ["array"] : ["array", node.description];
    case "intersection":
      return describeIntersection(node, describing);
    case "union":
      return describeUnion(node, describing);
    case "morph":
      throw new NotPreparable("a morph: it changes the value");
    case "alias":
      throw new NotPreparable("a type that contains itself");
    default:
      throw new NotPreparable(`a node of the kind "${node.kind}"`);
  }
}

/** Words and functions that an author set for messages. */
function refuseSettings({ meta }: Pick<ArkNode, "meta">): void {
  for (const key of ["expected", "actual", "problem", "message", "onFail"]) {
    if (meta[key] !== undefined) throw new NotPreparable(`messages of its own (\`${key}\`)`);
  }
}

const domains = ["boolean", "null", "undefined", "number", "object", "string"];
const plainDomains: Readonly<Record<string, string>> = { number: "a number", object: "an object", string: "a string" };

function describeDomainNode({ domain = "", numberAllowsNaN, description }: ArkNode): Check {
  if (!domains.includes(domain)) throw new NotPreparable(`a ${domain}`);
  const expected = description === plainDomains[domain] ? 0 : description;
  if (numberAllowsNaN === true) return ["domain", domain, expected, 1];
  return expected === 0 ? ["domain", domain] : ["domain", domain, expected];
}

function describeUnit({ unit, description }: ArkNode): Check {
  if (unit === undefined) return description === "undefined" ? ["undefined"] : ["undefined", description];
  const isPlain =
    unit === null || typeof unit === "string" || typeof unit === "boolean" || Number.isFinite(unit as number);
  if (!isPlain || typeof unit === "bigint") throw new NotPreparable(`a value that JSON does not have (${description})`);
  const value = unit as string | number | boolean | null;
  return description === JSON.stringify(value) ? ["unit", value] : ["unit", value, description];
}

function describeIntersection(node: ArkNode, describing: Describing): Check {
  const predicates = (node.inner["predicate"] ?? []) as readonly ArkNode[];
  const basis = node.basis ? describeNode(node.basis, describing) : 0;
  const refinements = [...(node.prestructurals ?? []).map(describeRefinement), ...predicates.map(describePredicate)];
  // A predicate comes after what is inside; the only one that is known is about text, which has nothing inside.
  if (predicates.length > 0 && (node.structure || refinements.length > 1)) throw new NotPreparable("a predicate");
  const structure = node.structure && describeStructure(node.structure, describing);
  if (refinements.length === 0 && !structure) return basis;
  return structure ? ["all", basis, refinements, structure] : ["all", basis, refinements];
}

const refinementKinds: Readonly<Record<string, Refinement[0]>> = {
  divisor: "%",
  minLength: "shortest",
  maxLength: "longest",
  exactLength: "length",
};

function describeRefinement(node: ArkNode): Refinement {
  const { kind, rule, exclusive, description, flags } = node;
  refuseSettings(node);
  if (kind === "pattern") {
    if (/[gy]/.test(flags ?? "")) throw new NotPreparable("a pattern that remembers where it was (flag g or y)");
    return flags === undefined || flags === ""
      ? ["pattern", String(rule), description]
      : ["pattern", String(rule), description, flags];
  }
  if (typeof rule !== "number" || !Number.isFinite(rule)) throw new NotPreparable(`the condition "${description}"`);
  if (kind === "min") return [exclusive === true ? ">" : ">=", rule, description];
  if (kind === "max") return [exclusive === true ? "<" : "<=", rule, description];
  const known = refinementKinds[kind];
  if (known === undefined) throw new NotPreparable(`the condition "${description}"`);
  return [known, rule, description];
}

function describePredicate(node: ArkNode): Refinement {
  refuseSettings(node);
  const json = JSON.stringify(node.json ?? "");
  if (!json.includes("isParsableUrl")) throw new NotPreparable("a predicate: it runs a function");
  return ["url", "", node.description];
}

function describeStructure(node: ArkNode, describing: Describing): Structure {
  refuseSettings(node);
  const describe = (inner: ArkNode): Check => describeNode(inner, describing);
  const { props = [], index, sequence, undeclared } = node;
  return {
    ...(props.length > 0 && { props: props.map((prop) => describeProp(prop, describing)) }),
    ...(sequence && { sequence: describeSequence(sequence, describe) }),
    ...(index && { index: index.map(({ signature, value }) => [describe(signature), describe(value)] as const) }),
    ...(undeclared && { undeclared }),
  };
}

function describeProp(prop: ArkProp, describing: Describing): Prop {
  const { key, kind, value, errorContext, inner } = prop;
  refuseSettings(prop);
  if (typeof key !== "string" || key === "__proto__") throw new NotPreparable(`the key ${String(key)}`);
  const check = describeNode(value, describing);
  if (kind === "required") return [key, check, errorContext?.missingValueDescription ?? "present"];
  if (!("default" in inner)) return [key, check];
  const preset = inner["default"];
  if (typeof preset !== "function") {
    if (preset === undefined || typeof preset === "bigint" || Number.isNaN(preset))
      throw new NotPreparable(`the default of "${key}"`);
    return [key, check, 0, { value: preset }];
  }
  const make = describing.presetId(preset);
  if (make === undefined) throw new NotPreparable(`the default of "${key}": its function cannot be found`);
  return [key, check, 0, { make }];
}

function describeSequence(sequence: ArkSequence, describe: (node: ArkNode) => Check): Sequence {
  const { prefix, defaultables, optionals, variadic, postfix } = sequence;
  if (defaultables !== undefined) throw new NotPreparable("defaults of elements");
  return {
    ...(prefix && { prefix: prefix.map(describe) }),
    ...(optionals && { optionals: optionals.map(describe) }),
    ...(variadic && { variadic: describe(variadic) }),
    ...(postfix && { postfix: postfix.map(describe) }),
  };
}

const caseDomains: Readonly<Record<string, string>> = {
  ...plainDomains,
  boolean: "boolean",
  null: "null",
  undefined: "undefined",
  function: "an object",
  bigint: "a bigint",
  symbol: "a symbol",
};

function describeUnion(node: ArkNode, describing: Describing): Check {
  const describe = (inner: ArkNode): Check => describeNode(inner, describing);
  const { branches, unitBranches = [], discriminant } = node;
  const isPair = unitBranches.length === branches.length && branches.length === 2;
  if (!discriminant || isPair || !describing.discriminates) return ["any", branches.map(describe)];
  const names = Object.keys(discriminant.cases);
  const path = discriminant.path.map((key) => {
    if (typeof key === "symbol") throw new NotPreparable(`the key ${String(key)}`);
    return key as string | number;
  });
  const expected = describeBranches(
    discriminant.kind === "domain" ? names.map((name) => caseDomains[name.slice(1, -1)] ?? name) : names,
  );
  const cases = Object.fromEntries(
    Object.entries(discriminant.cases).map(([name, inner]) => [name, inner === true ? 1 : describe(inner)]),
  ) as Record<string, Check | 1>;
  return ["switch", discriminant.kind, path, cases, expected];
}
