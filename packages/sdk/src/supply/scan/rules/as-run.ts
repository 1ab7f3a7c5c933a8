import type { ScanText } from "../scan-text.ts";
import { plainView, rewriteView, type TextView } from "../text-view.ts";
import { commentsOf, commentStyleOf } from "./comments.ts";
import { plainCommands } from "./plain-commands.ts";
import { lineBefore } from "./line-around.ts";

const zeros = /\0+/g;
const continued = /\\\r?\n/g;
const piped = /\|&?[ \t]*\r?\n[ \t]*(?![|\s])/g;
const ticked = /`\r?\n[ \t]*/g;
const views = new WeakMap<ScanText, TextView>();

/** A text as a shell reads it: continued lines are one, and a line that ends in a pipe goes on. */
export function viewAsRun(file: ScanText): TextView {
  const known = views.get(file);
  if (known !== undefined) return known;
  let view = plainView(file.text);
  if (file.text.includes("\0")) view = rewriteView(view, zeros, () => "");
  const hasSlashes = file.isScript && commentStyleOf(file.path, file.text) === "slashes";
  const inComment = (text: string, index: number): boolean =>
    hasSlashes ? commentsOf(file).covers(view.original(index)) : endsInComment(text, index);
  if (view.text.includes("\\\n") || view.text.includes("\\\r\n"))
    view = rewriteView(view, continued, (found, index, text) => (inComment(text, index) ? found : ""));
  view = rewriteView(view, piped, (found, index, text) =>
    /^\s{0,20}\|/.test(lineBefore(text, index, 2_000)) || inComment(text, index) ? found : "| ",
  );
  view = plainCommands(view);
  if (/\.psm?1$/i.test(file.path)) view = rewriteView(view, ticked, () => " ");
  views.set(file, view);
  return view;
}

/** Whether a line is a comment by here: a comment does not go on on the next line. */
function endsInComment(text: string, index: number): boolean {
  const line = lineBefore(text, index, 2_000);
  return line.includes("#") && /(?:^|\s)#/.test(line.replace(/"[^"]*"|'[^']*'/g, "x"));
}
