const MOST_ARGUMENTS = 1_024;

/** The text of UTF-16 units from `start` to `end`. */
export function textOf(units: Uint16Array, start: number, end: number): string {
  if (end - start <= MOST_ARGUMENTS) return Reflect.apply(String.fromCharCode, undefined, units.subarray(start, end));
  const middle = (start + end) >>> 1;
  return textOf(units, start, middle) + textOf(units, middle, end);
}
