import { visible } from "../../text/visible.ts";

/** Makes a streamed text safe to print, piece by piece: characters and line ends may be split between pieces. */
export function createSafeText(): (delta: string) => string {
  let held = "";
  return (delta) => {
    let text = held + delta;
    held = /[\r\ud800-\udbff]$/.exec(text)?.[0] ?? "";
    text = text.slice(0, text.length - held.length);
    return text
      .split(/\r?\n/)
      .map((line) => line.split("\t").map(visible).join("\t"))
      .join("\n");
  };
}
