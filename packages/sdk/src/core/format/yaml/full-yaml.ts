import { type Document, isMap, isPair, isScalar, visit } from "yaml";
import type { FrontmatterValue } from "../types.ts";
import { composeYaml, REFUSALS } from "./compose-yaml.ts";
import type { FrontmatterEntry } from "./entry.ts";
import { entriesOf, scalarText } from "./full-yaml-entries.ts";

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
