/** What an answer's headers say about keeping it. */
export interface CachePolicy {
  readonly noStore: boolean;
  /** How long it needs no second question. */
  readonly freshMs: number;
  /** The server's own limit on using it while the server fails. */
  readonly staleIfErrorMs?: number;
}

/** Reads `Cache-Control` and `Age`. What cannot be read makes an answer less fresh, never more. */
export function parseCacheControl(header: string | null, age: string | null = null): CachePolicy {
  const directives = new Map<string, string>();
  for (const [, name, quoted, plain] of (header ?? "").matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;]*)))?/g)) {
    const key = (name ?? "").toLowerCase();
    if (!directives.has(key)) directives.set(key, quoted ?? plain ?? "");
  }
  const staleIfError = seconds(directives.get("stale-if-error"));
  const maxAge = directives.has("no-cache") ? 0 : (seconds(directives.get("max-age")) ?? 0);
  return {
    noStore: directives.has("no-store"),
    freshMs: Math.max(0, maxAge - (seconds(age?.trim()) ?? 0)) * 1000,
    ...(staleIfError === undefined ? {} : { staleIfErrorMs: staleIfError * 1000 }),
  };
}

/** A year is as long as anything is kept. */
const longest = 31_536_000;

function seconds(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Math.min(Number(text), longest) : undefined;
}

/** How long `Retry-After` asks to wait, in milliseconds; undefined when it says nothing that can be read. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? "";
  const wait = seconds(text);
  if (wait !== undefined) return wait * 1000;
  // Only dates as HTTP writes them: `Date.parse` also takes "-5" and "1.5".
  if (!/^[A-Z][a-z]{2,8}, /.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
