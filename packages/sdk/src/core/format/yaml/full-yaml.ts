import {
  Composer,
  type CST,
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  Lexer,
  type Pair,
  Parser,
  type Range,
  Schema,
  visit,
  type YAMLMap,
} from "yaml";
import type { FrontmatterValue } from "../types.ts";
import type { FrontmatterEntry } from "./entry.ts";

/** A problem the full reader found; offsets into the text that was read. */
export interface YamlProblem {
  readonly kind:
    | "too-large"
    | "syntax"
    | "duplicate-key"
    | "too-deep"
    | "too-complex"
    | "not-mapping"
    | "unresolved-tag";
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** What the full reader makes of a frontmatter; `entries` is null when there is no mapping to speak of. */
export interface FullYaml {
  readonly entries: FrontmatterEntry[] | null;
  readonly problems: YamlProblem[];
}

/** Nesting past this is refused. */
export const MAX_DEPTH = 64;
/** The `yaml` package takes its time per token and per character: past these it would block the caller noticeably. */
export const MAX_FULL_TOKENS = 4_000;
export const MAX_FULL_LENGTH: number = 64 * 1024;
/** Expanding more aliases than this is refused. */
const MAX_ALIASES = 100;

/** Reads any YAML 1.2 with the `yaml` package. Never throws. */
export function readFullYaml(text: string): FullYaml {
  const documents = composeYaml(text, "core");
  if (typeof documents === "string") {
    return { entries: null, problems: [{ kind: documents, message: REFUSALS[documents], start: 0, end: text.length }] };
  }
  const document = documents[0];
  if (document === undefined) return { entries: [], problems: [] };
  const problems: YamlProblem[] = [];
  for (const error of document.errors) {
    problems.push({ kind: "syntax", message: firstLine(error.message), start: error.pos[0], end: error.pos[1] });
  }
  for (const warning of document.warnings) {
    if (warning.code !== "TAG_RESOLVE_FAILED") continue;
    problems.push({
      kind: "unresolved-tag",
      message: firstLine(warning.message),
      start: warning.pos[0],
      end: warning.pos[1],
    });
  }
  const second = documents[1];
  if (second !== undefined) {
    problems.push({
      kind: "syntax",
      message: "More than one YAML document",
      start: second.range[0],
      end: second.range[1],
    });
  }
  if (problems.some(({ kind }) => kind === "syntax")) return { entries: null, problems };
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return { entries: [], problems };
  if (!isMap(contents)) {
    problems.push({ kind: "not-mapping", message: "not a mapping", start: contents.range[0], end: contents.range[1] });
    return { entries: null, problems };
  }
  reportDuplicateKeys(document, problems);
  const marks = findMarks(document);
  if (marks.circular) {
    problems.push({
      kind: "too-complex",
      message: "an alias stands for something that contains it",
      start: 0,
      end: text.length,
    });
    return { entries: null, problems };
  }
  try {
    const data = document.toJS({ maxAliasCount: MAX_ALIASES }) as { [key: string]: FrontmatterValue };
    return { entries: entriesOf(contents, data, text, marks.any), problems };
  } catch (error) {
    // Content can break two promises of `toJS`: that aliases have an anchor, and that there are not too many.
    const message = error instanceof Error ? firstLine(error.message) : String(error);
    const kind = message.startsWith("Unresolved alias") ? "syntax" : "too-complex";
    problems.push({ kind, message, start: 0, end: text.length });
    return { entries: null, problems };
  }
}

/** Whether anchors, aliases or tags are about, and whether an alias stands inside what it stands for. */
function findMarks(document: Document.Parsed): { any: boolean; circular: boolean } {
  let any = false;
  let circular = false;
  visit(document, {
    Alias(_key, alias, path) {
      any = true;
      const meant = alias.resolve(document);
      circular ||= meant !== undefined && path.includes(meant);
    },
    Value(_key, node) {
      any ||= node.anchor !== undefined || node.tag !== undefined;
    },
  });
  return { any, circular };
}

/** Made once: making a schema takes as long as reading a frontmatter with it. */
const SCHEMAS = { core: new Schema({ schema: "core" }), failsafe: new Schema({ schema: "failsafe" }) };

/** The documents of a text, usually one; or why it is refused. Repeated keys are left to the caller: finding them there is quadratic. */
export function composeYaml(text: string, schema: "core" | "failsafe"): Document.Parsed[] | YamlRefusal {
  const tokens = readTokens(text);
  if (!Array.isArray(tokens)) return tokens;
  const composer = new Composer({ schema: SCHEMAS[schema], uniqueKeys: false, prettyErrors: false, logLevel: "error" });
  return [...composer.compose(tokens, true, text.length)] as Document.Parsed[];
}

/** Why a text is not read: it nests too deeply, or reading it would take too long. */
export type YamlRefusal = "too-deep" | "too-complex";

/** Each refusal in words. */
export const REFUSALS: { readonly [Refusal in YamlRefusal]: string } = {
  "too-deep": `nested deeper than ${MAX_DEPTH} levels`,
  "too-complex": `more than ${MAX_FULL_TOKENS} tokens or ${MAX_FULL_LENGTH / 1024} KiB of YAML that is more than plain keys and values`,
};

/** All tokens of the text, or why not: composing recurses and reports at length, so limits are kept before it starts. */
function readTokens(text: string): CST.Token[] | YamlRefusal {
  if (text.length > MAX_FULL_LENGTH) return "too-complex";
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > MAX_FULL_TOKENS) return "too-complex";
    for (const token of parser.next(lexeme)) tokens.push(token);
    // The stack holds the document, the open collections and at most one scalar.
    if (parser.stack.length > MAX_DEPTH + 2) return "too-deep";
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function firstLine(message: string): string {
  const end = message.indexOf("\n");
  return end < 0 ? message : message.slice(0, end);
}

function reportDuplicateKeys(document: Document.Parsed, problems: YamlProblem[]): void {
  visit(document, {
    Map(_key, map, path) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value) && key.range) {
          const names = [
            ...path.flatMap((ancestor) => (isPair(ancestor) && isScalar(ancestor.key) ? [ancestor.key] : [])),
            key,
          ];
          const message = names.map(({ value }) => scalarText(value)).join(".");
          problems.push({ kind: "duplicate-key", message, start: key.range[0], end: key.range[1] });
        }
        seen.add(key.value);
      }
    },
  });
}

function entriesOf(
  map: YAMLMap,
  data: { readonly [key: string]: FrontmatterValue },
  text: string,
  marked: boolean,
): FrontmatterEntry[] {
  const entries: FrontmatterEntry[] = [];
  for (const pair of map.items) {
    if (isScalar(pair.key) && pair.key.range) entries.push(entryOf(pair, pair.key.range, data, text, marked));
  }
  // Keys that are not scalars exist too; their text stands for them.
  for (const key of Object.keys(data)) {
    if (entries.some((entry) => entry.key === key)) continue;
    const place = { keyStart: 0, keyEnd: 0, valueStart: 0, valueEnd: -1, end: 0, commentAt: -1 };
    entries.push({ key, value: data[key] ?? null, ...place, marked: true });
  }
  return entries;
}

function entryOf(
  pair: Pair,
  keyRange: Range,
  data: { readonly [key: string]: FrontmatterValue },
  text: string,
  marked: boolean,
): FrontmatterEntry {
  const [keyStart, keyEnd] = keyRange;
  const key = isScalar(pair.key) ? scalarText(pair.key.value) : "";
  const range = isNode(pair.value) ? pair.value.range : undefined;
  const valueStart = range?.[0] ?? keyEnd + 1;
  const rangeEnd = range?.[1] ?? valueStart;
  const onLine = hasLineValue(pair.value) && !text.slice(keyEnd, valueStart).includes("\n");
  const lineEnd = text.indexOf("\n", Math.max(keyEnd, rangeEnd - 1));
  const end = lineEnd < 0 ? text.length : lineEnd;
  const plain = isScalar(pair.value) && pair.value.type === "PLAIN";
  const comment = plain ? /^[ ]+#/.exec(text.slice(rangeEnd, end)) : null;
  return {
    key,
    value: data[key] ?? null,
    keyStart,
    keyEnd,
    valueStart,
    valueEnd: onLine ? rangeEnd : -1,
    end: Math.min(end + 1, text.length),
    commentAt: comment === null ? -1 : rangeEnd + comment[0].length - 1,
    marked,
  };
}

/** True for values that can stand on their key's line as a whole: flow collections, plain and quoted scalars. */
function hasLineValue(value: unknown): boolean {
  if (isCollection(value)) return value.flow === true;
  return isScalar(value) && value.value !== null && value.type !== "BLOCK_LITERAL" && value.type !== "BLOCK_FOLDED";
}

/** A scalar's value as the text that stands for it as a key. */
export function scalarText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
