import type { Frontmatter } from "./read-frontmatter.ts";
import type { FrontmatterValue } from "./types.ts";
import type { FrontmatterEntry } from "./yaml/entry.ts";

/** Reads the YAML with the caller's parser. What it throws becomes a problem, what it returns is taken as it is. */
export function readWithParser(
  raw: string,
  start: number,
  end: number,
  parseYaml: (text: string) => unknown,
): Frontmatter {
  const text = raw.slice(start, end);
  let data: unknown;
  try {
    data = parseYaml(text);
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
    return { entries: null, problems: [{ kind: "syntax", message, start, end: start }], repairs: [] };
  }
  if (data === null || data === undefined) return { entries: [], problems: [], repairs: [] };
  if (typeof data !== "object" || Array.isArray(data)) {
    return {
      entries: null,
      problems: [{ kind: "not-mapping", message: "not a mapping", start, end: start }],
      repairs: [],
    };
  }
  const places = scanKeys(raw, start, end);
  const entries = Object.entries(data as { [key: string]: FrontmatterValue }).map(([key, value]) => ({
    ...(places.get(key) ?? {
      key,
      keyStart: start,
      keyEnd: start,
      valueStart: start,
      valueEnd: -1,
      end: start,
      commentAt: -1,
      marked: true,
    }),
    value,
  }));
  return { entries, problems: [], repairs: [] };
}

/** Places of the keys in the first column: enough for diagnostics to point at. */
function scanKeys(raw: string, start: number, end: number): Map<string, Omit<FrontmatterEntry, "value">> {
  const places = new Map<string, Omit<FrontmatterEntry, "value">>();
  for (let lineStart = start; lineStart < end;) {
    const newline = raw.indexOf("\n", lineStart);
    const next = newline < 0 || newline >= end ? end : newline + 1;
    const line = raw.slice(lineStart, next);
    const head = /^([\w.-]+):[ \t]*/.exec(line);
    if (head?.[1] !== undefined) {
      const comment = line.indexOf(" #", head[0].length);
      const written = line.slice(head[0].length, comment < 0 ? line.length : comment).trimEnd();
      const valueStart = lineStart + head[0].length;
      places.set(head[1], {
        key: head[1],
        keyStart: lineStart,
        keyEnd: lineStart + head[1].length,
        valueStart,
        valueEnd: valueStart + written.length,
        end: next,
        commentAt: -1,
        // What the caller's parser takes for YAML is not ours to edit.
        marked: true,
      });
    }
    lineStart = next;
  }
  return places;
}
