import { askServer } from "./ask-server.ts";
import type { McpClient } from "./mcp-client.ts";
import { refusal, refusalOf } from "./mcp-refusal.ts";

/** How far to walk. */
export interface WalkPagesOptions {
  readonly label: string;
  /** The field of the result that holds the items. */
  readonly field: string;
  readonly maxPages: number;
  readonly maxItems: number;
  readonly requestTimeout: number;
  readonly listTimeout: number;
  readonly signal?: AbortSignal | undefined;
}

/** A cursor is a mark, not a place to keep things. */
const longestCursor = 8_192;

/** Every item of a paged list. A list without an end is refused as a whole: nobody could say which part of it to trust. */
export async function walkPages(client: McpClient, method: string, options: WalkPagesOptions): Promise<unknown[]> {
  const { label, field, maxPages, maxItems, requestTimeout, listTimeout, signal } = options;
  const facts = { server: label, method };
  const end = performance.now() + listTimeout;
  const items: unknown[] = [];
  const seen = new Set<string>();
  const late = (): Error =>
    refusal("pages-late", `${label} took longer than ${listTimeout} ms for all pages of ${method}.`, facts);
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    if (page > maxPages)
      throw refusal("pages-endless", `${label} gave more than ${maxPages} pages for ${method}.`, facts);
    const left = end - performance.now();
    if (left <= 0)
      throw refusal("pages-late", `${label} took longer than ${listTimeout} ms for all pages of ${method}.`, facts);
    const params = cursor === undefined ? {} : { cursor };
    const timeout = Math.max(1, Math.min(requestTimeout, left));
    const result = await askServer(client, method, params, { label, timeout, signal }).catch((error: unknown) => {
      throw timeout < requestTimeout && refusalOf(error) === "request-late" ? late() : error;
    });
    const found = result[field];
    if (!Array.isArray(found))
      throw refusal("result-invalid", `${label} answered ${method} without a list of ${field}.`, facts);
    if (items.length + found.length > maxItems) {
      throw refusal("skills-too-many", `${label} lists more than ${maxItems} ${field}.`, facts);
    }
    for (const item of found) items.push(item);
    const next = result["nextCursor"];
    if (next === undefined || next === null) return items;
    if (typeof next !== "string" || next.length > longestCursor) {
      throw refusal("cursor-invalid", `${label} answered ${method} with a cursor that is none.`, facts);
    }
    if (seen.has(next)) throw refusal("cursor-repeated", `${label} gave a cursor of ${method} a second time.`, facts);
    seen.add(next);
    cursor = next;
  }
}
