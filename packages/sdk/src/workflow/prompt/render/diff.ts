/** A line that is in both texts, in the first only, or in the second only. */
type Edit = readonly [" " | "-" | "+", string];

/** So many pairs of lines are compared at most; what is larger is shown as replaced. */
const maxComparisons = 4_000_000;

/** The lines of two texts: a space before those that stayed, `-` before those that went, `+` before those that came. */
export function diff(before: string, after: string): string {
  const edits = lineEdits(before.split("\n"), after.split("\n"));
  return ["--- before", "+++ after", ...edits.map(([mark, line]) => mark + line)].join("\n");
}

function lineEdits(before: readonly string[], after: readonly string[]): Edit[] {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;

  const kept = (lines: readonly string[]): Edit[] => lines.map((line) => [" ", line]);
  return [
    ...kept(before.slice(0, start)),
    ...middleEdits(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...kept(before.slice(before.length - end)),
  ];
}

/** The longest common subsequence of lines stays: https://en.wikipedia.org/wiki/Longest_common_subsequence */
function middleEdits(before: readonly string[], after: readonly string[]): Edit[] {
  const removed = (lines: readonly string[]): Edit[] => lines.map((line) => ["-", line]);
  const added = (lines: readonly string[]): Edit[] => lines.map((line) => ["+", line]);
  if (before.length * after.length > maxComparisons) return [...removed(before), ...added(after)];

  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const commonAt = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        before[row] === after[column]
          ? commonAt(row + 1, column + 1) + 1
          : Math.max(commonAt(row + 1, column), commonAt(row, column + 1));
    }
  }

  const edits: Edit[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    const line = before[row] ?? "";
    if (line === after[column]) {
      edits.push([" ", line]);
      row += 1;
      column += 1;
    } else if (commonAt(row + 1, column) >= commonAt(row, column + 1)) {
      edits.push(["-", line]);
      row += 1;
    } else {
      edits.push(["+", after[column] ?? ""]);
      column += 1;
    }
  }
  return [...edits, ...removed(before.slice(row)), ...added(after.slice(column))];
}
