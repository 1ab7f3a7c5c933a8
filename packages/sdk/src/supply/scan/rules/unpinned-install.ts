import type { TextRule } from "../report.ts";
import { commentsOf } from "./comments.ts";
import { lineBefore } from "./line-around.ts";

const flags = "(?:-{1,2}[\\w-]{1,30}(?:=[^\\s]{1,60})?\\s{1,3}){0,6}";
const name = "(?:@[\\w.-]{1,60}\\/)?[A-Za-z][\\w.-]{0,80}";
const runners = new RegExp(
  `(?<![\\w./-])(?:npx|bunx|pnpx|pnpm\\s{1,3}dlx|yarn\\s{1,3}dlx|uvx|pipx\\s{1,3}run|uv\\s{1,3}tool\\s{1,3}run)\\s{1,3}${flags}(${name})(@latest\\b|(?![\\w@=./-]))`,
  "g",
);
const installers = new RegExp(
  `(?<![\\w./-])(?:npm\\s{1,3}(?:install|i|add)|pnpm\\s{1,3}(?:add|install|i)|yarn\\s{1,3}(?:global\\s{1,3})?add|bun\\s{1,3}(?:add|install)|(?:python3?\\s{1,3}-m\\s{1,3})?pip3?\\s{1,3}install|uv\\s{1,3}(?:pip\\s{1,3}install|add|tool\\s{1,3}install)|pipx\\s{1,3}install|gem\\s{1,3}install|cargo\\s{1,3}install)\\s{1,3}${flags}(${name})(@latest\\b|(?:\\[[\\w,-]{1,60}\\])?(?=[\\s"'\`);]|$))`,
  "gm",
);
const others =
  /\bgo\s{1,3}(?:install|get|run)\s{1,3}[\w./-]{3,150}@(?:latest|main|master)\b|\bhttps:\/\/(?:raw\.githubusercontent\.com\/[\w.-]{1,60}\/[\w.-]{1,100}|github\.com\/[\w.-]{1,60}\/[\w.-]{1,100}\/raw)\/(?:refs\/heads\/)?(?:main|master|develop|HEAD)\/[\w./-]{1,200}\.(?:sh|py|js|mjs|ts|ps1|rb|pl)\b|\bpip3?\s{1,3}install\s{1,3}[^\n]{0,60}git\+https?:\/\/[^\s@]{1,200}(?![^\s]{0,5}@)(?=[\s"'`);]|$)|\b(?:pip3?|npm|pnpm)\s{1,3}(?:install|i|add)\s{1,3}(?:-{1,2}(?!-?(?:i\s|f\s|index|extra|find|registry))[\w-]{1,30}\s{1,3}){0,4}["']?https?:\/\/[^\s"'`)]{4,200}|\bpip3?\s{1,3}install\s[^\n]{0,60}-(?:i|-index-url|-extra-index-url)[\s=]{1,3}http:\/\/(?!localhost|127\.)[^\s"'`]{4,200}|\bdocker\s{1,3}run\s[^\n]{0,200}:latest\b/gm;
const hint =
  /\b(?:npx|bunx|pnpx|dlx|uvx|pipx|npm|pnpm|yarn|bun|pip3?|uv|gem|cargo|go|docker)\s|raw\.githubusercontent|\/raw\//;
/** Programs of the client or the project itself, and placeholders. */
const own =
  /^(?:install|run|add|tsc|eslint|prettier|vitest|jest|playwright|tsx|ts-node|package|package-name|your-package|name|the|a|and|or|to|command|commands|is|for|with|from|in|on|it|will|can|if|as|of|that|this|some-package|foo|bar)$/i;

/** Packages that are installed or run at whatever version there is today. */
export const unpinnedInstall: TextRule = (file, report) => {
  const { path, text } = file;
  if (!hint.test(text)) return;
  const comments = commentsOf(file);
  const show = (start: number, found: string, runs: boolean): void => {
    const place = file.placeAt(start);
    if (place === "data" || place === "frontmatter") return;
    const inScript = place === "script";
    if (comments.covers(start)) return;
    if (
      inScript &&
      /^\s{0,100}(?:echo\b|printf\b|print\(|console\.|raise\b|throw\b|sys\.exit|die\b)|["'][^"']{0,100}$/.test(
        lineBefore(text, start, 200),
      )
    )
      return;
    report({
      code: "scan-unpinned-install",
      file: path,
      start,
      end: start + found.trimEnd().length,
      severity: inScript && runs ? "medium" : "low",
      why: runs
        ? "This downloads a package and runs it, whichever version is the newest by then."
        : "This installs whichever version is the newest by then.",
    });
  };
  for (const [pattern, runs] of [
    [runners, true],
    [installers, false],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const wanted = match[1] ?? "";
      if (own.test(wanted) || /\.(?:txt|toml|cfg|whl|json)$/.test(wanted)) continue;
      show(match.index, match[0], runs);
    }
  }
  for (const match of text.matchAll(others))
    show(match.index, match[0], /raw|go\s+run|docker|^(?:pip|p?npm).*https?:/.test(match[0]));
};
