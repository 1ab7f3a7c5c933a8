import { parseFrontmatter } from "../../core/format/parse-frontmatter.ts";
import { mention } from "../../core/skillset/escape.ts";
import { isRecord } from "./mcp-client.ts";
import { refusal } from "./mcp-refusal.ts";

/** Where a frontmatter is from. */
export interface FrontmatterPlace {
  readonly label: string;
  readonly uri: string;
  /** Only the expected fields count, as an `index.json` does not give the others. */
  readonly partly?: boolean;
}

/** Throws unless the frontmatter of a SKILL.md says what the entry says, field by field. */
export function verifyFrontmatter(
  raw: string,
  expected: Readonly<Record<string, unknown>>,
  { label, uri, partly = false }: FrontmatterPlace,
): void {
  // Mended only where it cannot be read otherwise: mending may change what a field says.
  const { data } = parseFrontmatter(raw, { repair: false });
  const found = data ?? parseFrontmatter(raw).data;
  const field = found === null ? "" : differingField(expected, partly ? sameKeys(found, expected) : found);
  if (field === undefined) return;
  const what = field === "" ? "cannot be read" : `differs from its entry in "${mention(field)}"`;
  throw refusal("file-frontmatter", `The frontmatter of a skill of ${label} ${what}.`, {
    server: label,
    uri: uri.slice(0, 200),
    field: mention(field),
  });
}

function sameKeys(
  found: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(found).filter(([key]) => Object.hasOwn(expected, key)));
}

/** The first field in which two frontmatters differ; undefined when they are the same. */
export function differingField(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
): string | undefined {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys) {
    if (!Object.hasOwn(a, key) || !Object.hasOwn(b, key) || !isSame(a[key], b[key])) return key;
  }
  return undefined;
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  }
  return isRecord(a) && isRecord(b) && differingField(a, b) === undefined;
}
