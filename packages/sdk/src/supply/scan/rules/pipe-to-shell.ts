import type { TextRule } from "../report.ts";
import { oddAddress } from "./hosts.ts";
import { lineBefore } from "./line-around.ts";

const interpreter =
  "(?:sudo\\s{1,3}(?:-\\w{1,4}\\s{1,3})?)?(?:env\\s{1,3})?(?:\\/usr)?(?:\\/local)?(?:\\/bin\\/)?(?:ba|z|da|k|fi)?sh\\b|(?:sudo\\s{1,3})?(?:python[23]?|node|perl|ruby|php|deno|bun|tclsh|lua)\\b(?!\\s{1,3}-m\\s{1,3}json|\\s{1,3}-(?:c|e)\\s)|(?:sudo\\s{1,3})?source\\s{1,3}\\/dev\\/stdin";
const fetcher = "\\b(?:curl|wget|fetch|aria2c|http|iwr|irm|invoke-webrequest|invoke-restmethod)\\s";
const forms: readonly RegExp[] = [
  // curl … | sh, through at most four filters
  new RegExp(
    `${fetcher}[^\\n|;]{1,400}(?:\\|\\s{0,4}(?:tee|gunzip|zcat|sed|tr|cat|base64|xz|awk)\\b[^\\n|;]{0,120}){0,4}\\|\\s{0,4}(?:${interpreter})`,
    "gi",
  ),
  // sh -c "$(curl …)", eval "$(curl …)", bash <(curl …), . <(curl …)
  /\b(?:(?:ba|z|da|k)?sh|eval|source|python[23]?|node|perl|ruby)\b[^\n|;]{0,40}?(?:\$\(|<\(|`)\s{0,3}(?:curl|wget)\s[^\n)`]{1,400}/gi,
  // PowerShell
  /\b(?:iex|invoke-expression)\b[^\n]{0,80}(?:downloadstring|invoke-webrequest|invoke-restmethod|\biwr\b|\birm\b)[^\n]{0,300}/gi,
  /(?:downloadstring|invoke-webrequest|invoke-restmethod|\biwr\b|\birm\b)[^\n|]{1,300}\|\s{0,4}(?:iex|invoke-expression)\b/gi,
];
// Saved first: curl -o x …, wget -O x …, curl … > x
const saves =
  /\b(?:curl|wget)\s[^\n]{0,300}?(?:\s-o|\s-O|\s--output[= ]|\s--output-document[= ]|>)\s{0,3}["']?([\w./~${}-]{2,100})/gi;
const hint = /\b(?:curl|wget|fetch|aria2c|iwr|irm|iex|invoke-\w+|http)\b/i;

/** Downloads that go straight to an interpreter. */
export const pipeToShell: TextRule = (file, report) => {
  const { path, text } = file;
  if (!hint.test(text)) return;
  const seen = new Set<number>();
  for (const form of [...forms, saves]) {
    for (const match of text.matchAll(form)) {
      const start = match.index;
      const run = form === saves ? runLater(text, start + match[0].length, match[1] ?? "") : undefined;
      if (form === saves && run === undefined) continue;
      const found = text.slice(start, run ?? start + match[0].length);
      const end = start + match[0].length;
      const near = Math.floor(start / 20);
      if (seen.has(near) || seen.has(near - 1) || seen.has(near + 1)) continue;
      seen.add(near);
      const inScript = file.placeAt(start) === "script";
      if (inScript && isComment(text, start)) continue;
      const url = /\b(?:https?|ftp):\/\/[^\s"'`|)]{1,300}/i.exec(found)?.[0];
      const odd = url === undefined ? undefined : oddAddress(url);
      const plain =
        url !== undefined &&
        /^https:/i.test(url) &&
        odd === undefined &&
        !/[$`]/.test(url) &&
        !/\b(?:base64|xxd|rev)\b/.test(found);
      const reason =
        odd === undefined
          ? url !== undefined && /^http:/i.test(url)
            ? ", over a connection that anybody can change"
            : ""
          : `, from ${odd}`;
      report({
        code: "scan-pipe-to-shell",
        file: path,
        start,
        end,
        severity: inScript || odd !== undefined || (url !== undefined && !plain) ? "high" : "medium",
        ...(url === undefined && !inScript && ({ confidence: "medium" } as const)),
        why: `What this downloads is run unseen${reason}; whoever serves it decides what runs.`,
      });
    }
  }
};

/** Where a file that was saved is run, within the next lines; undefined if it is not. */
function runLater(text: string, from: number, name: string): number | undefined {
  const next = text
    .slice(from, from + 400)
    .split("\n", 5)
    .join("\n");
  const runs =
    /(?:\n|&&|;)\s{0,8}(?:sudo\s{1,3})?(?:(?:(?:ba|z)?sh|python3?|node|perl|source|\.|exec)\s{1,3})?["']?([\w./~${}-]{2,100})/g;
  for (const match of next.matchAll(runs)) {
    const [whole, run] = match;
    const isRun = /(?:sh|python3?|node|perl|source|\.|exec)\s/.test(whole) || /^(?:\.?\/|~|\$)/.test(run ?? "");
    if (isRun && (run === name || run === `./${name}`)) return from + match.index + whole.length;
  }
  return undefined;
}

/** Whether the line of a script starts as a comment, or prints what it shows. */
function isComment(text: string, start: number): boolean {
  return /^\s{0,200}(?:#|\/\/|\*|echo\s|printf\s|print\(|console\.log\(|log\s|info\s|warn\s|error\s|die\s)/.test(
    lineBefore(text, start, 200),
  );
}
