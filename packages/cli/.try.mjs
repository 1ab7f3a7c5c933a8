// packages/cli/src/build/try.ts
import { resolve } from "node:path";
import { mkdirSync, writeFileSync, chmodSync } from "node:fs";

// packages/cli/src/build/load/record-schemas.ts
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { dirname as dirname3, join } from "node:path";
import { pathToFileURL as pathToFileURL3 } from "node:url";
import { build } from "esbuild";

// packages/cli/src/workflow/keep-import-meta.ts
import { readFile } from "node:fs/promises";
import { dirname, extname } from "node:path";
import { pathToFileURL } from "node:url";
var loaders = {
  ".ts": "ts",
  ".mts": "ts",
  ".cts": "ts",
  ".tsx": "tsx",
  ".jsx": "jsx"
};
var uses = /\bimport\.meta\.(url|dirname|filename)\b/g;
function keepImportMeta() {
  return {
    name: "keep-import-meta",
    setup(build4) {
      build4.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
        const text = await readFile(path, "utf8");
        if (text.search(uses) === -1 || text.startsWith("#!")) return void 0;
        const places = { url: pathToFileURL(path).href, dirname: dirname(path), filename: path };
        const known = `const __importMeta = ${JSON.stringify(places)};`;
        const contents = `${known}${text.replaceAll(uses, "__importMeta.$1")}`;
        return { contents, loader: loaders[extname(path)] ?? "js" };
      });
    }
  };
}

// packages/cli/src/build/build-failure.ts
var BuildFailure = class extends Error {
  name = "BuildFailure";
  step;
  details;
  constructor(step, message, details = [], options = {}) {
    super(message, options);
    this.step = step;
    this.details = details;
  }
};
function bundlerLines(error) {
  const messages = error.errors;
  if (!Array.isArray(messages)) return [error instanceof Error ? error.message : String(error)];
  return messages.map(
    ({ text, location }) => location ? `${location.file}:${location.line}:${location.column + 1}: ${text}` : text
  );
}

// packages/cli/src/build/bundle/bundle-options.ts
var oldestNode = 20;
function bundleOptions(projectDir) {
  return {
    bundle: true,
    format: "esm",
    platform: "node",
    target: `node${oldestNode}`,
    // Paths in what is written are relative to this, so that a folder's place leaves no trace.
    absWorkingDir: projectDir,
    charset: "utf8",
    legalComments: "eof",
    logLevel: "silent",
    metafile: true,
    write: false,
    treeShaking: true,
    loader: { ".md": "text", ".txt": "text" },
    define: { "process.env.NODE_ENV": '"production"' }
  };
}

// packages/cli/src/build/bundle/require-banner.ts
var requireBanner = 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';

// packages/cli/src/build/bundle/sdk-plugin.ts
import { dirname as dirname2 } from "node:path";
import { fileURLToPath } from "node:url";
var passed = /* @__PURE__ */ Symbol("passed");
var here = dirname2(fileURLToPath(import.meta.url));
function sdkPlugin(projectDir) {
  return {
    name: "tradecraft-sdk",
    setup(build4) {
      build4.onResolve({ filter: /^@tradecraft\/sdk(?:\/|$)/ }, async ({ path, pluginData, kind }) => {
        if (pluginData === passed) return void 0;
        const inProject = await build4.resolve(path, { resolveDir: projectDir, kind, pluginData: passed });
        if (inProject.errors.length === 0) return inProject;
        return build4.resolve(path, { resolveDir: here, kind, pluginData: passed });
      });
    }
  };
}

// packages/cli/src/build/schema/prepare-schemas.ts
import { recordKey as recordKey2 } from "@tradecraft/sdk/workflow/prepared";

// packages/cli/src/build/schema/create-type-recorder.ts
import { recordKey, rootKey } from "@tradecraft/sdk/workflow/prepared";
function createTypeRecorder(real) {
  const nodes = /* @__PURE__ */ new WeakMap();
  const values = /* @__PURE__ */ new Map();
  const functions = /* @__PURE__ */ new Map();
  const operations = /* @__PURE__ */ new Map();
  const keyOf = (value) => nodeOf(value)?.key;
  const context = {
    keyOf,
    counts: /* @__PURE__ */ new Map(),
    found: (id, value) => {
      if (!functions.has(value)) functions.set(value, id);
    }
  };
  const nodeOf = (value) => typeof value === "function" ? nodes.get(value) : void 0;
  const unwrap = (value) => {
    const node = nodeOf(value);
    if (node) return node.real;
    if (Array.isArray(value)) return value.map(unwrap);
    if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unwrap(part)]));
  };
  const record = (parent, operation, value) => {
    const key = recordKey(parent.key, operation, context);
    const text = operation.get === void 0 ? `${parent.text}(${shorten(operation.args)})` : `${parent.text}.${operation.get}`;
    const before = operations.get(key);
    if (before !== void 0 && before !== text) throw new Error(`Two schemas have the same key: ${before} and ${text}.`);
    operations.set(key, text);
    values.set(key, { key, real: value, text });
    if (typeof value !== "function") return value;
    return wrap({ key, real: value, text, parent, isRead: operation.get !== void 0 });
  };
  const wrap = (node) => {
    const proxy = new Proxy(() => void 0, {
      get: (_, name) => {
        const value = Reflect.get(node.real, name);
        if (typeof name === "symbol" || name === "prototype" || name.startsWith("~")) return value;
        if (name === "then") return void 0;
        return record(node, { get: name }, value);
      },
      has: (_, name) => Reflect.has(node.real, name),
      apply: (_, __, args) => {
        const made = Reflect.apply(
          node.real,
          node.isRead ? node.parent?.real : void 0,
          args.map(unwrap)
        );
        return isType(node.real) ? made : record(node, { args }, made);
      }
    });
    nodes.set(proxy, node);
    return proxy;
  };
  const root = { key: rootKey, real, text: "type", isRead: false };
  return { type: wrap(root), values, functions, keyOf, unwrap };
}
function isType(value) {
  return typeof value === "function" && "~standard" in value && "internal" in value;
}
function shorten(args) {
  const text = args.map((arg) => typeof arg === "function" ? "\u2026" : JSON.stringify(arg) ?? String(arg)).join(", ");
  return text.length > 60 ? `${text.slice(0, 59)}\u2026` : text;
}

// packages/cli/src/build/schema/describe-type.ts
import { describeBranches } from "@tradecraft/sdk/workflow/prepared";
var NotPreparable = class extends Error {
  name = "NotPreparable";
};
function describeType(node, presetId) {
  return describeNode(node, { presetId, discriminates: node.precompilation !== void 0 });
}
function describeNode(node, describing) {
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
function refuseSettings({ meta }) {
  for (const key of ["expected", "actual", "problem", "message", "onFail"]) {
    if (meta[key] !== void 0) throw new NotPreparable(`messages of its own (\`${key}\`)`);
  }
}
var domains = ["boolean", "null", "undefined", "number", "object", "string"];
var plainDomains = { number: "a number", object: "an object", string: "a string" };
function describeDomainNode({ domain = "", numberAllowsNaN, description }) {
  if (!domains.includes(domain)) throw new NotPreparable(`a ${domain}`);
  const expected = description === plainDomains[domain] ? 0 : description;
  if (numberAllowsNaN === true) return ["domain", domain, expected, 1];
  return expected === 0 ? ["domain", domain] : ["domain", domain, expected];
}
function describeUnit({ unit, description }) {
  if (unit === void 0) return description === "undefined" ? ["undefined"] : ["undefined", description];
  const isPlain2 = unit === null || typeof unit === "string" || typeof unit === "boolean" || Number.isFinite(unit);
  if (!isPlain2 || typeof unit === "bigint") throw new NotPreparable(`a value that JSON does not have (${description})`);
  const value = unit;
  return description === JSON.stringify(value) ? ["unit", value] : ["unit", value, description];
}
function describeIntersection(node, describing) {
  const predicates = node.inner["predicate"] ?? [];
  const basis = node.basis ? describeNode(node.basis, describing) : 0;
  const refinements = [...(node.prestructurals ?? []).map(describeRefinement), ...predicates.map(describePredicate)];
  if (predicates.length > 0 && (node.structure || refinements.length > 1)) throw new NotPreparable("a predicate");
  const structure = node.structure && describeStructure(node.structure, describing);
  if (refinements.length === 0 && !structure) return basis;
  return structure ? ["all", basis, refinements, structure] : ["all", basis, refinements];
}
var refinementKinds = {
  divisor: "%",
  minLength: "shortest",
  maxLength: "longest",
  exactLength: "length"
};
function describeRefinement(node) {
  const { kind, rule, exclusive, description, flags } = node;
  refuseSettings(node);
  if (kind === "pattern") {
    if (/[gy]/.test(flags ?? "")) throw new NotPreparable("a pattern that remembers where it was (flag g or y)");
    return flags === void 0 || flags === "" ? ["pattern", String(rule), description] : ["pattern", String(rule), description, flags];
  }
  if (typeof rule !== "number" || !Number.isFinite(rule)) throw new NotPreparable(`the condition "${description}"`);
  if (kind === "min") return [exclusive === true ? ">" : ">=", rule, description];
  if (kind === "max") return [exclusive === true ? "<" : "<=", rule, description];
  const known = refinementKinds[kind];
  if (known === void 0) throw new NotPreparable(`the condition "${description}"`);
  return [known, rule, description];
}
function describePredicate(node) {
  refuseSettings(node);
  const json = JSON.stringify(node.json ?? "");
  if (!json.includes("isParsableUrl")) throw new NotPreparable("a predicate: it runs a function");
  return ["url", "", node.description];
}
function describeStructure(node, describing) {
  refuseSettings(node);
  const describe = (inner) => describeNode(inner, describing);
  const { props = [], index, sequence, undeclared } = node;
  return {
    ...props.length > 0 && { props: props.map((prop) => describeProp(prop, describing)) },
    ...sequence && { sequence: describeSequence(sequence, describe) },
    ...index && { index: index.map(({ signature, value }) => [describe(signature), describe(value)]) },
    ...undeclared && { undeclared }
  };
}
function describeProp(prop, describing) {
  const { key, kind, value, errorContext, inner } = prop;
  refuseSettings(prop);
  if (typeof key !== "string" || key === "__proto__") throw new NotPreparable(`the key ${String(key)}`);
  const check = describeNode(value, describing);
  if (kind === "required") return [key, check, errorContext?.missingValueDescription ?? "present"];
  if (!("default" in inner)) return [key, check];
  const preset = inner["default"];
  if (typeof preset !== "function") {
    if (preset === void 0 || typeof preset === "bigint" || Number.isNaN(preset))
      throw new NotPreparable(`the default of "${key}"`);
    return [key, check, 0, { value: preset }];
  }
  const make = describing.presetId(preset);
  if (make === void 0) throw new NotPreparable(`the default of "${key}": its function cannot be found`);
  return [key, check, 0, { make }];
}
function describeSequence(sequence, describe) {
  const { prefix, defaultables, optionals, variadic, postfix } = sequence;
  if (defaultables !== void 0) throw new NotPreparable("defaults of elements");
  return {
    ...prefix && { prefix: prefix.map(describe) },
    ...optionals && { optionals: optionals.map(describe) },
    ...variadic && { variadic: describe(variadic) },
    ...postfix && { postfix: postfix.map(describe) }
  };
}
var caseDomains = {
  ...plainDomains,
  boolean: "boolean",
  null: "null",
  undefined: "undefined",
  function: "an object",
  bigint: "a bigint",
  symbol: "a symbol"
};
function describeUnion(node, describing) {
  const describe = (inner) => describeNode(inner, describing);
  const { branches, unitBranches = [], discriminant } = node;
  const isPair = unitBranches.length === branches.length && branches.length === 2;
  if (!discriminant || isPair || !describing.discriminates) return ["any", branches.map(describe)];
  const names = Object.keys(discriminant.cases);
  const path = discriminant.path.map((key) => {
    if (typeof key === "symbol") throw new NotPreparable(`the key ${String(key)}`);
    return key;
  });
  const expected = describeBranches(
    discriminant.kind === "domain" ? names.map((name) => caseDomains[name.slice(1, -1)] ?? name) : names
  );
  const cases = Object.fromEntries(
    Object.entries(discriminant.cases).map(([name, inner]) => [name, inner === true ? 1 : describe(inner)])
  );
  return ["switch", discriminant.kind, path, cases, expected];
}

// packages/cli/src/build/schema/verify-check.ts
import { isDeepStrictEqual } from "node:util";
import { messageOfFailure, runCheck } from "@tradecraft/sdk/workflow/prepared";

// packages/cli/src/build/schema/sample-values.ts
var junk = [void 0, null, true, 0, -1, 1.5, 1e9, "", "a", "long enough a text", [], {}, [1, "a"], { a: 1 }];
function sampleValues(check) {
  const samples = [...junk];
  for (const fitting of fittingValues(check, 0)) {
    samples.push(fitting);
    if (typeof fitting !== "object" || fitting === null || Array.isArray(fitting)) continue;
    samples.push({ ...fitting, "another key": 1 });
    for (const key of Object.keys(fitting)) {
      const { [key]: _, ...rest } = fitting;
      samples.push(rest);
      for (const wrong of [null, 7, "x", ["x"], {}]) samples.push({ ...fitting, [key]: wrong });
    }
  }
  return samples;
}
function fittingValues(check, depth) {
  if (check === 0) return ["anything", void 0];
  if (depth > 6) return [];
  switch (check[0]) {
    case "domain":
      return { string: ["", "text"], number: [0, 1, 2.5], object: [{}] }[check[1]] ?? [];
    case "unit":
      return [check[1]];
    case "undefined":
      return [void 0];
    case "array":
      return [[], [1]];
    case "all":
      return fittingAll(check, depth);
    case "any":
      return check[1].flatMap((branch) => fittingValues(branch, depth + 1).slice(0, 4));
    case "switch":
      return Object.entries(check[3]).flatMap(([name, inner]) => fittingCase(check, name, inner, depth));
  }
}
function fittingAll([, basis, refinements, structure], depth) {
  if (!structure) {
    const limits = refinements.map(([, rule]) => rule).filter((rule) => typeof rule === "number");
    if (Array.isArray(basis) && basis[1] === "string")
      return limits.flatMap((limit) => [limit, limit + 1].map((length) => "x".repeat(Math.min(Math.max(length, 0), 1e3))));
    return [...fittingValues(basis, depth), ...limits.flatMap((limit) => [limit - 1, limit, limit + 1, limit + 0.5])];
  }
  const { props = [], sequence } = structure;
  if (sequence) {
    const first = (inner) => fittingValues(inner, depth + 1)[0];
    const fixed = [...sequence.prefix ?? [], ...sequence.optionals ?? []].map(first);
    const more = sequence.variadic === void 0 ? [] : [first(sequence.variadic)];
    const end = (sequence.postfix ?? []).map(first);
    return [
      [...fixed, ...end],
      [...fixed, ...more, ...more, ...more, ...end],
      [...fixed, "x", null, ...end]
    ];
  }
  const choices = props.map(([key, value]) => [key, fittingValues(value, depth + 1)]);
  const longest = Math.min(Math.max(1, ...choices.map(([, values]) => values.length)), 4);
  return Array.from(
    { length: longest },
    (_, index) => Object.fromEntries(choices.map(([key, values]) => [key, values[index % Math.max(values.length, 1)]]))
  );
}
function fittingCase([, by, path], name, inner, depth) {
  const values = inner === 1 ? [{}] : fittingValues(inner, depth + 1).slice(0, 4);
  if (by === "domain" || name === "default") return values;
  const decider = name === "undefined" ? void 0 : JSON.parse(name);
  return path.length === 0 ? [decider] : values.map((value) => withValue(value, path, decider));
}
function withValue(value, [key, ...rest], decider) {
  if (key === void 0) return decider;
  const object = typeof value === "object" && value !== null ? value : {};
  return { ...object, [key]: withValue(object[key], rest, decider) };
}

// packages/cli/src/build/schema/verify-check.ts
function verifyCheck(check, type, presets) {
  return sampleValues(check).every((sample) => {
    const ours = runCheck(check, structuredClone(sample), presets);
    const theirs = type["~standard"].validate(structuredClone(sample));
    if (!theirs.issues) return "value" in ours && isDeepStrictEqual(ours.value, theirs.value);
    return "failures" in ours && isDeepStrictEqual(ours.failures.map(messageOfFailure), Array.from(theirs.issues, ({ message }) => message));
  });
}

// packages/cli/src/build/schema/prepare-schemas.ts
function prepareSchemas(recorder, usesOf) {
  const table = {};
  const unprepared = [];
  let prepared = 0;
  const presets = Object.fromEntries([...recorder.functions].map(([make, id]) => [id, make]));
  for (const value of recorder.values.values()) {
    const { key, real, text } = value;
    if (!isType(real)) {
      table[key] = typeof real === "function" || !isPlain(real) ? 1 : { value: real };
      continue;
    }
    const uses2 = usesOf(key);
    if (uses2.length === 0 && !text.endsWith(")")) {
      table[key] = describeQuietly(value, recorder, presets);
      continue;
    }
    const { check, reason } = describeChecked(value, recorder, presets);
    if (check === void 0) unprepared.push({ schema: text, uses: uses2, reason });
    else prepared++;
    const [input, output] = [jsonSchema(real, "input"), jsonSchema(real, "output")];
    const isSame = JSON.stringify(input) === JSON.stringify(output);
    table[key] = {
      schema: { ...check !== void 0 && { check }, ...input && { input }, ...!isSame && { output: output ?? 0 } }
    };
    if (!input) {
      const json = recordKey2(key, { get: "json" }, { keyOf: () => void 0, counts: /* @__PURE__ */ new Map() });
      table[json] = { value: real.json };
    }
  }
  return { table: sorted(table), prepared, unprepared };
}
function describeQuietly(value, recorder, presets) {
  const { check } = describeChecked(value, recorder, presets);
  return check === void 0 ? { schema: {} } : { schema: { check } };
}
function describeChecked({ real }, recorder, presets) {
  try {
    const { internal } = real;
    const check = describeType(internal, (make) => recorder.functions.get(make));
    if (verifyCheck(check, real, presets)) return { check, reason: "" };
    return { reason: "what was prepared does not say what this version of ArkType says" };
  } catch (error) {
    if (error instanceof NotPreparable) return { reason: error.message };
    throw error;
  }
}
function jsonSchema(real, side) {
  try {
    const standard = real["~standard"];
    return standard.jsonSchema[side]?.({ target: "draft-2020-12" });
  } catch {
    return void 0;
  }
}
function isPlain(value) {
  return value === null || ["string", "number", "boolean"].includes(typeof value) || isJson(value);
}
function isJson(value) {
  if (typeof value !== "object") return false;
  try {
    return JSON.stringify(value) !== void 0 && [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));
  } catch {
    return false;
  }
}
function sorted(table) {
  return Object.fromEntries(Object.entries(table).sort(([left], [right]) => left < right ? -1 : 1));
}

// packages/cli/src/build/load/definition-schemas.ts
function definitionSchemas(definition) {
  return definition.kind === "skill" ? workflowSchemas(definition, "", /* @__PURE__ */ new Set()) : [];
}
function workflowSchemas(definition, prefix, seen) {
  if (seen.has(definition)) return [];
  seen.add(definition);
  const { params, stores, finalOutput, steps, subskills } = definition;
  const used = [];
  const add = (schema, use) => {
    if (schema !== void 0) used.push({ schema, use: `${prefix}${use}` });
  };
  add(params, "params");
  add(finalOutput, "finalOutput");
  for (const [name, schema] of Object.entries(stores)) add(schema, `store ${name}`);
  for (const [name, step] of Object.entries(steps)) {
    add(step.scope?.schema, `params of ${name}`);
    const { parallel } = step;
    const parts = parallel ? "each" in parallel ? { each: parallel.each } : parallel.branches : {};
    for (const [part, unit] of [["", step], ...Object.entries(parts)]) {
      const at = part === "" ? name : `${name}/${part}`;
      add(unit.response, `response of ${at}`);
      if (typeof unit.action !== "object") continue;
      add(unit.action.run.input, `input of ${unit.action.run.name}`);
      add(unit.action.run.output, `output of ${unit.action.run.name}`);
    }
  }
  for (const [name, { definition: inner }] of Object.entries(subskills))
    used.push(...workflowSchemas(inner, `${prefix}${name}/`, seen));
  return used;
}

// packages/cli/src/build/load/recorded-schemas.ts
import { pathToFileURL as pathToFileURL2 } from "node:url";
var registry = /* @__PURE__ */ Symbol.for("tradecraft.build.recorders");
var passed2 = /* @__PURE__ */ Symbol("passed");
function recordedSchemas(id) {
  const found = /* @__PURE__ */ new Set();
  const recorders = globalThis[registry] ??= /* @__PURE__ */ new Map();
  return {
    plugin: {
      name: "tradecraft-recorded-schemas",
      setup(build4) {
        build4.onResolve({ filter: /^arktype$/ }, async ({ path, pluginData, resolveDir, kind }) => {
          if (pluginData === passed2) return void 0;
          const resolved = await build4.resolve(path, { resolveDir, kind, pluginData: passed2 });
          if (resolved.errors.length > 0) return resolved;
          found.add(resolved.path);
          return { path: "arktype", namespace: "tradecraft-recorded", sideEffects: false };
        });
        build4.onLoad({ filter: /.*/, namespace: "tradecraft-recorded" }, () => ({
          contents: `export const { type } = globalThis[Symbol.for(${JSON.stringify(registry.description)})].get(${JSON.stringify(id)});`,
          loader: "js"
        }));
      }
    },
    async open() {
      const [path, ...others] = found;
      if (path === void 0) return void 0;
      if (others.length > 0) throw new Error(`there are several versions of ArkType (${[...found].join(", ")})`);
      const { type } = await import(pathToFileURL2(path).href);
      const recorder = createTypeRecorder(type);
      recorders.set(id, recorder);
      return recorder;
    },
    close: () => void recorders.delete(id)
  };
}

// packages/cli/src/build/load/record-schemas.ts
async function recordSchemas(entry2) {
  const projectDir = dirname3(entry2);
  const recording = recordedSchemas(randomUUID());
  const file = join(projectDir, `.tradecraft-${randomUUID()}.mjs`);
  let inputs = [];
  try {
    const { outputFiles, metafile } = await build({
      ...bundleOptions(projectDir),
      entryPoints: [entry2],
      outfile: "skill.mjs",
      banner: { js: requireBanner },
      plugins: [sdkPlugin(projectDir), recording.plugin, keepImportMeta()]
    });
    inputs = Object.keys(metafile?.inputs ?? {}).filter((path) => !/:|(?:^|\/)node_modules\//.test(path)).map((path) => join(projectDir, path));
    const recorder = await recording.open();
    if (!recorder) return { kind: "none", inputs };
    await writeFile(file, outputFiles?.[0]?.contents ?? "", { flag: "wx", mode: 384 });
    const { default: definition } = await import(
      /* @vite-ignore */
      pathToFileURL3(file).href
    );
    const uses2 = /* @__PURE__ */ new Map();
    for (const { schema, use } of definitionSchemas(definition)) {
      const key = recorder.keyOf(schema);
      if (key !== void 0) uses2.set(key, [...uses2.get(key) ?? [], use]);
    }
    if (recorder.values.size === 0) return { kind: "none", inputs };
    return { kind: "prepared", schemas: prepareSchemas(recorder, (key) => uses2.get(key) ?? []), inputs };
  } catch (error) {
    return { kind: "library", reason: reasonOf(error), inputs };
  } finally {
    recording.close();
    await rm(file, { force: true });
  }
}
function reasonOf(error) {
  const lines = bundlerLines(error);
  const names = lines.flatMap((line) => {
    const [, name] = /No matching export in "tradecraft-recorded:arktype" for import "([^"]+)"/.exec(line) ?? [];
    return name === void 0 ? [] : [`\`${name}\``];
  });
  return names.length > 0 ? `its code imports ${[...new Set(names)].join(", ")} from ArkType` : lines[0] ?? "";
}

// packages/cli/src/build/bundle/bundle-code.ts
import { dirname as dirname4 } from "node:path";
import { build as build2 } from "esbuild";
async function bundleCode(code, options) {
  const first = await run(code, options, {});
  const wantsRequire = options.format !== "cjs" && Buffer.from(first.contents).includes("Dynamic require of");
  return wantsRequire ? run(code, options, { banner: { js: requireBanner } }) : first;
}
async function run(code, options, more) {
  const { entry: entry2, plugins = [], external = [], format = "esm" } = options;
  const projectDir = dirname4(entry2);
  try {
    const { outputFiles = [], metafile } = await build2({
      ...bundleOptions(projectDir),
      stdin: { contents: code, resolveDir: projectDir, sourcefile: "tradecraft-build.mjs", loader: "js" },
      outfile: "out.mjs",
      minify: true,
      format,
      external: [...external],
      plugins: [sdkPlugin(projectDir), ...plugins],
      ...more
    });
    const [file] = outputFiles;
    if (!file || !metafile) throw new Error("The bundler gave nothing.");
    return { contents: file.contents, metafile };
  } catch (error) {
    throw new BuildFailure("bundle", "The skill's code cannot be bundled.", bundlerLines(error), { cause: error });
  }
}

// packages/cli/src/build/bundle/entry-code.ts
function entryCode({ entry: entry2, version, mcp }) {
  const definition = version === void 0 ? "definition" : `{ ...definition, version: ${JSON.stringify(version)} }`;
  const mcpOption = mcp === void 0 ? "" : `, mcp: () => import(${JSON.stringify(mcp)})`;
  return [
    'import { fileURLToPath } from "node:url";',
    'import { runMain } from "@tradecraft/sdk/workflow/cli";',
    `import definition from ${JSON.stringify(entry2)};`,
    `await runMain(${definition}, { skillDir: fileURLToPath(new URL("..", import.meta.url))${mcpOption} });`,
    ""
  ].join("\n");
}
var mcpCode = 'export { serve } from "@tradecraft/sdk/workflow/mcp";\n';
var validatorCode = 'export { Validator } from "@cfworker/json-schema";\n';
var libraryCode = 'export { type } from "@tradecraft/sdk/workflow";\n';
function guardCode(main) {
  const message = `This skill needs Node.js ${oldestNode} or later; this is `;
  return `// Built by tradecraft. What this does is in ${main}; a Node.js that is too old for it is told so here.
if (parseInt(process.versions.node, 10) < ${oldestNode}) {
  var message = ${JSON.stringify(message)} + process.version + ".";
  console.log(JSON.stringify({ kind: "error", error: "runtime", code: "node-too-old", message: message, retry: false }));
  console.error("error: " + message);
  process.exitCode = 1;
} else {
  import(${JSON.stringify(`./${main}`)});
}
`;
}

// packages/cli/src/build/bundle/checked-plugin.ts
var checks = [
  [
    /[\\/]sdk[\\/]dist[\\/]core[\\/]format[\\/]validate-fields\.js$/,
    "export const validateSkillName = () => []; export const validateSkillDescription = () => [];"
  ],
  [/[\\/]sdk[\\/]dist[\\/]workflow[\\/]define[\\/]assert-workflow\.js$/, "export const assertWorkflow = () => {};"],
  [/[\\/]sdk[\\/]dist[\\/]workflow[\\/]define[\\/]step-problems\.js$/, "export const stepProblems = () => [];"]
];
function checkedPlugin() {
  return {
    name: "tradecraft-checked",
    setup(build4) {
      for (const [filter, contents] of checks) build4.onLoad({ filter }, () => ({ contents, loader: "js" }));
    }
  };
}

// packages/cli/src/build/bundle/lazy-validator-plugin.ts
function lazyValidatorPlugin(file) {
  const contents = [
    'import { createRequire } from "node:module";',
    "let loaded;",
    "export class Validator {",
    "  constructor(...args) {",
    `    loaded ??= createRequire(import.meta.url)(${JSON.stringify(`./${file}`)});`,
    "    return new loaded.Validator(...args);",
    "  }",
    "}"
  ].join("\n");
  return {
    name: "tradecraft-lazy-validator",
    setup(build4) {
      build4.onResolve({ filter: /^@cfworker\/json-schema$/ }, () => ({
        path: "json-schema",
        namespace: "tradecraft-lazy",
        sideEffects: false
      }));
      build4.onLoad({ filter: /.*/, namespace: "tradecraft-lazy" }, () => ({ contents, loader: "js" }));
    }
  };
}

// packages/cli/src/build/bundle/prepared-plugin.ts
var passed3 = /* @__PURE__ */ Symbol("passed");
function preparedPlugin(table, place) {
  return {
    name: "tradecraft-prepared-schemas",
    setup(build4) {
      build4.onResolve({ filter: /^arktype$/ }, ({ pluginData, importer }) => {
        if (pluginData === passed3 || importer === "arktype") return void 0;
        return { path: "arktype", namespace: "tradecraft-prepared", sideEffects: false };
      });
      build4.onLoad({ filter: /.*/, namespace: "tradecraft-prepared" }, ({ pluginData }) => ({
        contents: standIn(table, place),
        loader: "js",
        resolveDir: build4.initialOptions.absWorkingDir ?? ".",
        pluginData
      }));
      build4.onResolve(
        { filter: /^tradecraft:arktype$/ },
        ({ resolveDir }) => build4.resolve("arktype", { resolveDir, kind: "require-call", pluginData: passed3 })
      );
    }
  };
}
function standIn(table, place) {
  const data = JSON.stringify(JSON.stringify(table));
  return [
    'import { createPreparedType } from "@tradecraft/sdk/workflow/prepared";',
    ...place.kind === "file" ? ['import { createRequire } from "node:module";'] : [],
    `export const type = /* @__PURE__ */ createPreparedType(/* @__PURE__ */ JSON.parse(${data}), () => ${loadFrom(place)});`
  ].join("\n");
}
function loadFrom(place) {
  if (place.kind === "file") return `createRequire(import.meta.url)(${JSON.stringify(`./${place.file}`)})`;
  if (place.kind === "inside") return 'require("tradecraft:arktype")';
  const message = "This skill makes a schema while it runs, which its build did not see. Build it again with --schemas library.";
  return `{ throw new Error(${JSON.stringify(message)}); }`;
}

// packages/cli/src/build/bundle/bundle-node.ts
async function bundleNode(input) {
  const { entry: entry2, name, schemas, needsLibrary, hasMcp } = input;
  const [main, mcp] = [`${name}-main.mjs`, `${name}-mcp.mjs`];
  const [library, validator] = [`${name}-schemas.cjs`, `${name}-json-schema.cjs`];
  const plugins = [lazyValidatorPlugin(validator)];
  if (schemas) {
    const place = needsLibrary ? { kind: "file", file: library } : { kind: "none" };
    plugins.push(preparedPlugin(schemas.table, place));
  }
  const files2 = /* @__PURE__ */ new Map();
  const add = async (file, code2, options = {}) => {
    files2.set(file, await bundleCode(code2, { entry: entry2, ...options }));
  };
  files2.set(`${name}.mjs`, { contents: Buffer.from(guardCode(main)) });
  const code = entryCode({ ...input, ...hasMcp && { mcp: `./${mcp}` } });
  await add(main, code, { plugins: [...plugins, checkedPlugin()], external: [`./${mcp}`] });
  if (hasMcp) await add(mcp, mcpCode, { plugins });
  await add(validator, validatorCode, { format: "cjs" });
  if (schemas && needsLibrary) await add(library, libraryCode, { format: "cjs" });
  return files2;
}

// packages/cli/src/build/bundle/makes-schemas.ts
import { dirname as dirname5 } from "node:path";
import { build as build3 } from "esbuild";

// packages/cli/src/build/bundle/calls-in-functions.ts
function isUsedInFunctions(code, name) {
  const scopes = [{ isFunction: false, isArrow: false }];
  let before = "";
  for (const token of tokensOf(code)) {
    const scope = scopes.at(-1);
    if (token === "`") {
    } else if (token === "=>") {
      if (scope) scope.isArrow = true;
    } else if (token === "," || token === ";") {
      if (scope) scope.isArrow = false;
    } else if ("([{".includes(token)) {
      const isFunction = scope?.isFunction === true || scope?.isArrow === true || token === "{" && before === ")";
      scopes.push({ isFunction, isArrow: false });
    } else if (")]}".includes(token)) {
      if (scopes.length > 1) scopes.pop();
    } else if (token === name && before !== "." && (scope?.isFunction === true || scope?.isArrow === true)) {
      return true;
    }
    before = token;
  }
  return false;
}
function* tokensOf(code) {
  const templates = [];
  let depth = 0;
  let value = false;
  for (let at = 0; at < code.length; ) {
    const rest = code.slice(at, at + 2);
    const char = code[at] ?? "";
    let next = at + 1;
    if (/\s/.test(char)) {
      at = next;
      continue;
    }
    if (rest === "//") next = endOf(code, "\n", at);
    else if (rest === "/*") next = endOf(code, "*/", at);
    else if (char === '"' || char === "'") [next, value] = [endOfText(code, at + 1, char), true];
    else if (char === "`" || char === "}" && templates.at(-1) === depth) {
      if (char === "}") templates.pop();
      next = endOfText(code, at + 1, "`");
      if (code.startsWith("${", next - 2)) templates.push(depth);
      else value = true;
      yield "`";
    } else if (char === "/" && !value) [next, value] = [endOfPattern(code, at + 1), true];
    else if (rest === "=>") {
      next = at + 2;
      value = false;
      yield rest;
    } else if (/[\w$]/.test(char)) {
      next = at + (/^[\w$]+/.exec(code.slice(at, at + 200))?.[0].length ?? 1);
      const word = code.slice(at, next);
      value = !/^(?:return|typeof|case|in|of|delete|void|throw|new|await|yield|else|do)$/.test(word);
      yield word;
    } else {
      if ("({[".includes(char)) depth++;
      if (")}]".includes(char)) depth--;
      value = ")]}".includes(char);
      if ("()[]{},;.".includes(char)) yield char;
    }
    at = next;
  }
}
function endOf(code, mark, from) {
  const end = code.indexOf(mark, from + 2);
  return end === -1 ? code.length : end + mark.length;
}
function endOfText(code, from, quote) {
  for (let at = from; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (code[at] === quote) return at + 1;
    else if (quote === "`" && code.startsWith("${", at)) return at + 2;
  }
  return code.length;
}
function endOfPattern(code, from) {
  let inClass = false;
  for (let at = from; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (code[at] === "[") inClass = true;
    else if (code[at] === "]") inClass = false;
    else if (code[at] === "/" && !inClass) return at + 1;
    else if (code[at] === "\n") return at;
  }
  return code.length;
}

// packages/cli/src/build/bundle/makes-schemas.ts
async function makesSchemasAtRunTime(entry2) {
  const { outputFiles } = await build3({
    ...bundleOptions(dirname5(entry2)),
    entryPoints: [entry2],
    outfile: "skill.mjs",
    packages: "external"
  });
  const code = outputFiles?.[0]?.text ?? "";
  return importedAs(code).some((name) => isUsedInFunctions(code, name));
}
function importedAs(code) {
  const names = [];
  for (const [, named, whole] of code.matchAll(
    /^import (?:\{([^}]*)\}|\* as ([\w$]+)) from "(?:arktype|@tradecraft\/sdk\/workflow)";?$/gm
  )) {
    if (whole !== void 0) names.push(whole);
    for (const part of (named ?? "").split(",")) {
      const [name = "", alias = name] = part.trim().split(" as ");
      if (name === "type") names.push(alias);
    }
  }
  return names;
}

// packages/cli/src/build/scripts/run-scripts.ts
var ownFolder = `self=$0
while [ -h "$self" ]; do
  link=$(readlink "$self")
  case $link in
  /*) self=$link ;;
  *) self=\${self%/*}/$link ;;
  esac
done
case $self in
*/*) dir=\${self%/*} ;;
*) dir=. ;;
esac`;
var missing = `printf '%s\\n' '{"kind":"error","error":"runtime","code":"node-missing","message":"This skill needs Node.js 20 or later, and there is no node in PATH.","retry":false}'
echo 'error: This skill needs Node.js 20 or later, and there is no node in PATH.' >&2
exit 1`;
function nodeScripts(name) {
  return {
    "scripts/run": {
      executable: true,
      text: `#!/bin/sh
${ownFolder}
command -v node >/dev/null && exec node "$dir/../bin/${name}.mjs" "$@"
${missing}
`
    },
    "scripts/run.cmd": {
      executable: false,
      text: crlf(`@echo off
node "%~dp0..\\bin\\${name}.mjs" %*
exit /b %errorlevel%
`)
    }
  };
}
function crlf(text) {
  return text.replaceAll("\n", "\r\n");
}

// packages/cli/src/build/try.ts
var [entry = "", out = ""] = process.argv.slice(2);
var t0 = performance.now();
var s = await recordSchemas(resolve(entry));
console.log("record", performance.now() - t0, s.kind, s.kind === "library" ? s.reason : "", s.kind === "prepared" ? { n: s.schemas.prepared, un: s.schemas.unprepared, size: JSON.stringify(s.schemas.table).length } : "");
var dyn = await makesSchemasAtRunTime(resolve(entry));
console.log("dyn", dyn);
var files = await bundleNode({ entry: resolve(entry), name: "x", ...s.kind === "prepared" && { schemas: s.schemas }, needsLibrary: s.kind === "prepared" && (s.schemas.unprepared.length > 0 || dyn), hasMcp: false });
mkdirSync(out + "/bin", { recursive: true });
mkdirSync(out + "/scripts", { recursive: true });
for (const [n, f] of files) {
  writeFileSync(out + "/bin/" + n, f.contents);
  console.log(n, f.contents.length);
  if (f.metafile) {
    const m = Object.values(f.metafile.outputs)[0];
    const by = {};
    for (const [p, i] of Object.entries(m.inputs)) {
      const k = p.replace(/^.*node_modules\//, "nm/").replace(/^(nm\/(?:@[^/]+\/)?[^/]+).*/, "$1").replace(/.*packages\/sdk\/dist\//, "sdk/");
      by[k] = (by[k] ?? 0) + i.bytesInOutput;
    }
    console.log(Object.entries(by).sort((a, b) => b[1] - a[1]).slice(0, 70).map((x) => x.join(" ")).join("\n"));
  }
}
for (const [n, f] of Object.entries(nodeScripts("x"))) {
  writeFileSync(out + "/" + n, f.text);
  if (f.executable) chmodSync(out + "/" + n, 493);
}
