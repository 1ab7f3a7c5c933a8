/** Shows at most `most` items; the last one shown is told how many are left out, as ` (and 5 more)`. */
export function firstFew<T>(
  items: readonly T[],
  most: number,
  show: (item: T, more: string) => void,
  noun = "more",
): void {
  items.slice(0, most).forEach((item, index) => {
    const left = items.length - most;
    show(item, index === most - 1 && left > 0 ? ` (and ${left} ${noun})` : "");
  });
}
