import { closeFrontmatter, type ReadEntries } from "./close-frontmatter.ts";
import type { Reporter } from "./reporter.ts";
import { type Fences, findFences } from "./split-frontmatter.ts";

/** Finds the fences, closing a frontmatter that was left open where its end is plain; reports what is unusual. */
export function findFrontmatter(raw: string, repair: boolean, reporter: Reporter, read: ReadEntries): Fences {
  const fences = findFences(raw);
  if (fences.state === "absent") {
    const message =
      "The file must start with a line of three hyphens, then `name: …` and `description: …`, then three hyphens again.";
    reporter.report("frontmatter-missing", { message, start: 0, end: 1 });
    return fences;
  }
  if (fences.fenceStart > 0) reportLead(raw, fences.fenceStart, reporter);
  if (fences.state === "closed") return fences;
  const closed = closeFrontmatter(raw, fences.frontmatterStart, read);
  const place = closed?.end ?? fences.fenceStart;
  reporter.report("frontmatter-unclosed", {
    message: `The frontmatter has no closing line of three hyphens${closed === null ? "." : "; it seems to end here."}`,
    start: place,
    end: place + 3,
    fix: closed === null ? undefined : { title: "Close the frontmatter", edits: [closed.edit] },
  });
  if (closed === null || !repair) return fences;
  return { ...fences, state: "closed", frontmatterEnd: closed.end, bodyStart: closed.bodyStart };
}

function reportLead(raw: string, fenceStart: number, reporter: Reporter): void {
  const mark = raw.startsWith("\uFEFF") ? 1 : 0;
  if (mark > 0) {
    const fix = { title: "Remove the byte order mark", edits: [{ start: 0, end: 1, text: "" }] };
    reporter.report("byte-order-mark", {
      message: "The file starts with a byte order mark, which many readers refuse.",
      start: 0,
      end: 1,
      fix,
    });
  }
  if (fenceStart > mark) {
    const fix = { title: "Remove the blank lines", edits: [{ start: mark, end: fenceStart, text: "" }] };
    const message = "Blank lines stand before the frontmatter; many readers find none then.";
    reporter.report("leading-blank-lines", { message, start: mark, end: mark + 1, fix });
  }
}
