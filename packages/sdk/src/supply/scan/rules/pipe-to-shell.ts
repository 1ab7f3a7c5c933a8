import type { TextRule } from "../report.ts";
import { throughView } from "./as-read.ts";
import { viewAsRun } from "./as-run.ts";
import { commandWords, runsInput } from "./command-words.ts";
import { commentsOf } from "./comments.ts";
import { type Command, type CommandOptions, splitCommands } from "./commands.ts";
import { oddAddress } from "./hosts.ts";
import { lineBefore } from "./line-around.ts";
import { createSavedRuns } from "./saved-downloads.ts";

const hint = /(?:\b|\\[nrt])(?:curl|wget|fetch|aria2c|iwr|irm|iex|invoke-\w+|https?|downloadstring)\b/i;
const fetcher =
  /(?:(?<![\w.-])|(?<=\\[nrt]))(?:(?:curl|wget2?|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod)(?:\.exe)?\s|(?:fetch|https?)\s(?=[^\n]{0,200}(?::\/\/|\$|\w\.[a-z]{2,}\/)))|downloadstring\s{0,3}\(/i;
const substituted: readonly RegExp[] = [
  // sh -c "$(curl …)", eval "$(curl …)", bash <(curl …), . <(curl …)
  /(?:\b(?:(?:ba|z|da|k)?sh|eval|source|python[23]?|node|perl|ruby)\b[^\n|;]{0,40}?(?:\$\(|<\(|`)|(?<![\w./~-])\.\s{1,3}<\()\s{0,3}(?:curl|wget)\s[^\n)`]{1,400}/gi,
  // PowerShell
  /\b(?:iex|invoke-expression)\b[^\n]{0,80}(?:downloadstring|invoke-webrequest|invoke-restmethod|\biwr\b|\birm\b)[^\n]{0,300}/gi,
];
/** What only shows its arguments. */
const prints =
  /^[\s({]{0,12}(?:echo|printf|print|puts|say|log|info|warn|warning|error|err|die|fail|fatal|note|success|usage|msg|message|abort|step|hint|Write-(?:Host|Output|Warning|Error|Verbose)|console\.\w{2,8}|(?:log|logger|logging)\.\w{2,10}|raise\s{1,3}\w{1,40}|throw\s{1,3}(?:new\s{1,3})?\w{1,40}|sys\.exit|parser\.\w{1,20})[\s(]/i;
const mostNested = 3;

/** Downloads that go straight to an interpreter, or are saved and run by one of the next commands. */
export const pipeToShell: TextRule = (whole, tell) => {
  if (!hint.test(whole.text)) return;
  const view = viewAsRun(whole);
  const { file, report } = throughView(whole, view, tell);
  const { path, text } = file;
  const comments = commentsOf(whole);
  const options: CommandOptions = {
    isMarkdown: file.isMarkdown,
    startsComment: (offset) => comments.startsAt(view.original(offset)),
  };
  const seen = new Set<number>();
  const show = (start: number, end: number, checked: boolean): void => {
    const near = Math.floor(start / 20);
    if (seen.has(near) || seen.has(near - 1) || seen.has(near + 1)) return;
    const inScript = file.placeAt(start) === "script";
    if (comments.covers(view.original(start))) return;
    seen.add(near);
    const found = text.slice(start, end);
    const url = /\b(?:https?|ftp):\/\/[^\s"'`|)]{1,300}/i.exec(found)?.[0];
    const odd = url === undefined ? undefined : oddAddress(url);
    const isPlain =
      url !== undefined &&
      /^https:/i.test(url) &&
      odd === undefined &&
      !/[$`]/.test(url) &&
      !/\b(?:base64|xxd|rev)\b/.test(found);
    const isOpen = url !== undefined && /^http:/i.test(url);
    const reason = odd !== undefined ? `, from ${odd}` : isOpen ? ", over a connection that anybody can change" : "";
    const isGrave = inScript || odd !== undefined || (url !== undefined && !isPlain);
    report({
      code: "scan-pipe-to-shell",
      file: path,
      start,
      end,
      severity: checked ? "low" : isGrave ? "high" : "medium",
      ...(url === undefined && !inScript && ({ confidence: "medium" } as const)),
      why: `What this downloads is run unseen${reason}; whoever serves it decides what runs.`,
    });
  };
  look(0, text.length, 0);
  for (const form of substituted)
    for (const match of text.matchAll(form)) {
      const isShown = file.placeAt(match.index) === "script" && prints.test(ownCommand(text, match.index));
      if (!isShown) show(match.index, match.index + match[0].trimEnd().length, false);
    }

  function look(from: number, to: number, depth: number): void {
    const commands = splitCommands(text, from, to, options);
    const runOfSaved = createSavedRuns(text, commands);
    // Backwards: whether what a command writes ends in a shell, and where.
    const runsAt: (number | undefined)[] = [];
    for (let at = commands.length - 1; at >= 0; at--) {
      const next = commands[at]?.pipes === true ? commands[at + 1] : undefined;
      runsAt[at] = next === undefined ? undefined : (endOfRun(next) ?? runsAt[at + 1]);
    }
    for (const [at, command] of commands.entries()) {
      const piece = text.slice(command.start, command.end);
      const fetch = fetcher.exec(piece);
      if (fetch === null) continue;
      const start = command.start + fetch.index;
      const runs = runsAt[at];
      const isShown = file.placeAt(command.start) === "script" && runs === undefined && prints.test(piece);
      const saved = runs === undefined && !isShown ? runOfSaved(at, start) : undefined;
      if (runs !== undefined) show(start, runs, false);
      else if (saved !== undefined) show(start, saved.end, saved.checked);
      if (depth >= mostNested) continue;
      for (const { start: open, end: close } of command.quotes) {
        const inside = text.slice(open, close);
        // What a shell fills in runs even where the rest is only shown.
        if (fetcher.test(inside) && (!isShown || /\$\(|`/.test(inside))) look(open, close, depth + 1);
      }
    }
  }

  function endOfRun({ start, end }: Command): number | undefined {
    const piece = text.slice(start, Math.min(end, start + 1_000));
    const own = commandWords(piece);
    return runsInput(own.words) ? start + own.start + (own.words[0]?.length ?? 0) : undefined;
  }
};

/** The command that an offset stands in, up to there. */
function ownCommand(text: string, offset: number): string {
  const line = lineBefore(text, offset, 600);
  const bared = line.replace(/"[^"]*"|'[^']*'/g, (quoted) => "x".repeat(quoted.length));
  const parted = Math.max(bared.lastIndexOf(";"), bared.lastIndexOf("&&") + 1, bared.lastIndexOf("||") + 1);
  return `${line.slice(parted + 1)} `;
}
