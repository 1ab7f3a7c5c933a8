import { endOfLineAt } from "./line-around.ts";

const document = /<<-?[ \t]{0,8}(["'\\]?)([A-Za-z_]\w{0,60})["']?/y;

/** The offsets of lines that begin within a string or a document in which a shell runs `$(…)`. One pass. */
export function liveLines(text: string): ReadonlySet<number> {
  const live = new Set<number>();
  let isOpen = false;
  let pending: { readonly word: string; readonly isLive: boolean } | undefined;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case "\\":
        at++;
        break;
      case "\n":
        if (isOpen) live.add(at + 1);
        else if (pending !== undefined) {
          at = passDocument(text, at + 1, pending, live) - 1;
          pending = undefined;
        }
        break;
      case '"':
        isOpen = !isOpen;
        break;
      case "'": {
        if (isOpen) break;
        const close = text.indexOf("'", at + 1);
        at = close < 0 ? text.length : close;
        break;
      }
      case "#":
        if (!isOpen && /[\s;]/.test(text[at - 1] ?? "\n")) at = endOfLineAt(text, at) - 1;
        break;
      case "<": {
        document.lastIndex = at;
        const match = isOpen || text[at - 1] === "<" ? null : document.exec(text);
        if (match !== null) {
          pending = { word: match[2] ?? "", isLive: match[1] === "" };
          at += match[0].length - 1;
        }
        break;
      }
    }
  }
  return live;
}

/** Goes to the line feed behind a document's last line. */
function passDocument(
  text: string,
  from: number,
  { word, isLive }: { readonly word: string; readonly isLive: boolean },
  live: Set<number>,
): number {
  for (let start = from; start < text.length;) {
    const end = endOfLineAt(text, start);
    if (end - start < 100 && text.slice(start, end).trim() === word) return end;
    if (isLive) live.add(start);
    start = end + 1;
  }
  return text.length;
}
