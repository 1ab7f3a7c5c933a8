import { relative, sep } from "node:path";

/**
 * Matches paths against prefixes relative to a folder: `a/b` covers `a/b` and all below it, `*` any part of a name,
 * `**` any number of folders; a pattern without `/` matches at any depth.
 */
export function createIgnoreMatcher(patterns: readonly string[], directory: string): (absolutePath: string) => boolean {
  const matchers = patterns.map(toRegExp);
  return (absolutePath) => {
    const path = relative(directory, absolutePath).split(sep).join("/");
    return matchers.some((matcher) => matcher.test(path));
  };
}

function toRegExp(pattern: string): RegExp {
  const trimmed = pattern.replaceAll("\\", "/").replace(/^\.\//, "").replace(/\/+$/, "");
  const anchored = trimmed.startsWith("/") ? trimmed.slice(1) : trimmed.includes("/") ? trimmed : `**/${trimmed}`;
  const source = anchored
    .split("/")
    .filter((part, index, parts) => part !== "**" || parts[index - 1] !== "**")
    .map((part, index, parts) => {
      const last = index === parts.length - 1;
      if (part === "**") return last ? ".+" : "(?:[^/]+/)*";
      const name = part
        .split(/\*+/)
        .map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
        .join("[^/]*");
      return last ? name : `${name}/`;
    })
    .join("");
  return new RegExp(`^${source}(?:/|$)`, "u");
}
