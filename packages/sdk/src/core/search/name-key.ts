const MOST_TERMS = 16;

/** A term for a name as a whole, whatever the order of its words; undefined if there are none or too many. */
export function nameKey(terms: readonly string[]): string | undefined {
  const distinct = [...new Set(terms)].sort();
  // No word contains NUL, so that no word is taken for a name.
  return distinct.length === 0 || distinct.length > MOST_TERMS ? undefined : `\0${distinct.join("\0")}`;
}
