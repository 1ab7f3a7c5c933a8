import { type CatalogEntry, type CatalogFormat, catalogLine } from "./catalog-line.ts";
import type { TokenCounter } from "./count-tokens.ts";

export interface FitBudgetOptions<Entry extends CatalogEntry> {
  readonly budget: number;
  readonly countTokens: TokenCounter;
  readonly format: CatalogFormat;
  /** The whole text whose cost counts. */
  readonly render: (listed: readonly Entry[], omitted: number) => string;
}

/**
 * The entries that fit, best first, each with all of its description: a skill that nobody can choose by its description
 * is worth less than one that is left out and found by search.
 */
export function fitBudget<Entry extends CatalogEntry>(
  entries: readonly Entry[],
  { budget, countTokens, format, render }: FitBudgetOptions<Entry>,
): { readonly listed: readonly Entry[]; readonly omitted: number } {
  if (budget === Infinity || countTokens(render(entries, 0)) <= budget) return { listed: entries, omitted: 0 };
  // Costs of lines add up nearly, not exactly; the whole text decides in the end.
  let room = budget - countTokens(render([], entries.length));
  const listed: Entry[] = [];
  for (const entry of entries) {
    const cost = countTokens(catalogLine(entry, format)) + 1;
    // One that is too long leaves the room to others.
    if (cost > room) continue;
    room -= cost;
    listed.push(entry);
  }
  const fits = (count: number): boolean =>
    countTokens(render(listed.slice(0, count), entries.length - count)) <= budget;
  let most = listed.length;
  if (!fits(most)) {
    let least = 0;
    while (least < most - 1) {
      const middle = Math.floor((least + most) / 2);
      if (fits(middle)) least = middle;
      else most = middle;
    }
    most = least;
  }
  return { listed: listed.slice(0, most), omitted: entries.length - most };
}
