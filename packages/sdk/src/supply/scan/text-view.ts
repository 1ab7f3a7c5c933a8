/** A text in another spelling, and where each part of it stands in the original. */
export interface TextView {
  readonly text: string;
  readonly original: (offset: number) => number;
}

/** A text as it is. */
export function plainView(text: string): TextView {
  return { text, original: (offset) => offset };
}

/** A view with parts replaced; what is returned as it was stays where it is. One pass. */
export function rewriteView(
  view: TextView,
  pattern: RegExp,
  replace: (found: string, index: number, text: string) => string,
): TextView {
  const { text: before } = view;
  const news: number[] = [];
  const olds: number[] = [];
  let shift = 0;
  const text = before.replace(pattern, (...parts: unknown[]) => {
    const found = parts[0] as string;
    const rest = typeof parts.at(-1) === "string" ? parts.at(-2) : parts.at(-3);
    const index = rest as number;
    const put = replace(found, index, before);
    if (put.length === found.length) return put;
    news.push(index - shift, index - shift + put.length);
    olds.push(index, index + found.length);
    shift += found.length - put.length;
    return put;
  });
  if (text === before) return view;
  if (news.length === 0) return { text, original: view.original };
  const original = (offset: number): number => {
    let low = 0;
    let high = news.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((news[middle] ?? Infinity) <= offset) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return offset;
    const at = (olds[low - 1] ?? 0) + offset - (news[low - 1] ?? 0);
    return Math.min(at, olds[low] ?? at);
  };
  return { text, original: (offset) => view.original(original(offset)) };
}
