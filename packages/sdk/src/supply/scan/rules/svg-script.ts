import type { TextRule } from "../report.ts";

/** Scripts in an image. */
export const svgScript: TextRule = ({ path, text }, report) => {
  if (!/\.svg$/i.test(path)) return;
  for (const match of text.matchAll(
    /<script\b|\son(?:load|error|click)\s{0,3}=|<foreignObject\b[^>]{0,200}>[^<]{0,200}<(?:iframe|script)/gi,
  ))
    report({
      code: "scan-image-text",
      file: path,
      start: match.index,
      end: match.index + match[0].length,
      severity: "medium",
      why: "This image holds a script, which runs where it is opened as a page.",
    });
};
