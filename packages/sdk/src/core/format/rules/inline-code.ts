interface Run {
  readonly start: number;
  readonly end: number;
}

/** A line with its inline code blanked out, so that offsets stay. Linear: each run of backticks is looked at twice. */
export function withoutInlineCode(line: string): string {
  if (!line.includes("`")) return line;
  const runs = backtickRuns(line);
  const byLength = new Map<number, { readonly runs: number[]; next: number }>();
  runs.forEach(({ start, end }, index) => {
    const same = byLength.get(end - start);
    if (same === undefined) byLength.set(end - start, { runs: [index], next: 0 });
    else same.runs.push(index);
  });
  let visible = "";
  let copied = 0;
  for (let index = 0; index < runs.length; index++) {
    const { start, end } = runs[index] ?? { start: 0, end: 0 };
    const from = isEscaped(line, start) ? start + 1 : start;
    const same = byLength.get(end - from);
    if (same === undefined) continue;
    while ((same.runs[same.next] ?? Infinity) <= index) same.next++;
    const close = same.runs[same.next];
    if (close === undefined) continue;
    const codeEnd = runs[close]?.end ?? end;
    visible += line.slice(copied, from) + " ".repeat(codeEnd - from);
    copied = codeEnd;
    index = close;
  }
  return copied === 0 ? line : visible + line.slice(copied);
}

function backtickRuns(line: string): Run[] {
  const runs: Run[] = [];
  for (let start = line.indexOf("`"); start >= 0;) {
    let end = start + 1;
    while (line.charCodeAt(end) === 96) end++;
    runs.push({ start, end });
    start = line.indexOf("`", end);
  }
  return runs;
}

/** True behind an odd number of backslashes. */
function isEscaped(line: string, at: number): boolean {
  let before = at;
  while (line.charCodeAt(before - 1) === 92) before--;
  return (at - before) % 2 === 1;
}
