import type { Report } from "../report.ts";
import { prepareText, type ScanText } from "../scan-text.ts";

const hidden =
  // oxlint-disable-next-line no-misleading-character-class -- each is meant on its own
  /(?:[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]|\udb40[\udc00-\udfff])+/g;

/** A text as a model reads it, without what is hidden between its letters, and a report that points into the original. */
export function withoutHidden(file: ScanText, report: Report): { readonly file: ScanText; readonly report: Report } {
  const removed: { readonly at: number; readonly total: number }[] = [];
  let total = 0;
  const text = file.text.replace(hidden, (match, index: number) => {
    removed.push({ at: index - total, total: total + match.length });
    total += match.length;
    return "";
  });
  if (total === 0) return { file, report };
  const original = (offset: number): number => {
    let low = 0;
    let high = removed.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((removed[middle]?.at ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + (removed[low - 1]?.total ?? 0);
  };
  return {
    file: prepareText(file.path, text, file.executable),
    report: ({ start, end, ...finding }) =>
      report({
        ...finding,
        ...(start !== undefined && { start: original(start) }),
        ...(end !== undefined && { end: original(end) }),
      }),
  };
}
