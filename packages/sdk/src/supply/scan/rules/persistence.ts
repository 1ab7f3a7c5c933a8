import type { TextRule } from "../report.ts";
import { commentsOf } from "./comments.ts";
import { lineBefore } from "./line-around.ts";

const places =
  "(?:~|\\$HOME|\\$\\{HOME\\}|\\/home\\/\\w{1,40}|\\/root|homedir\\(\\)[^\\n]{0,20}|expanduser\\([\"'~]{1,3})\\/?[\"', ]{0,4}(?:\\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|config\\/fish\\/config\\.fish|config\\/autostart|ssh\\/(?:authorized_keys|config|rc)|claude\\/(?:CLAUDE\\.md|settings\\.json|skills|commands|agents|hooks)|codex\\/(?:AGENTS\\.md|config\\.toml)|cursor\\/(?:mcp\\.json|rules)|gitconfig|gemini\\/GEMINI\\.md)|Library\\/LaunchAgents)|\\/etc\\/(?:cron[\\w.]{0,12}|profile(?:\\.d)?|rc\\.local|systemd\\/system|sudoers(?:\\.d)?|ld\\.so\\.preload)|\\.git\\/hooks\\/[\\w-]{3,30}";
const agentFiles =
  "(?:\\.\\.?\\/|\\$\\w{1,30}\\/|\\$\\{\\w{1,30}\\}\\/)?(?:CLAUDE|AGENTS|GEMINI)\\.md|\\.cursorrules|\\.github\\/copilot-instructions\\.md|\\.claude\\/settings(?:\\.local)?\\.json";
const shell: readonly RegExp[] = [
  new RegExp(`>{1,2}\\s{0,3}["']?(?:${places})`, "g"),
  new RegExp(`\\btee\\s[^\\n|;]{0,60}?(?:${places})`, "g"),
  // The last argument is where it goes.
  new RegExp(`\\b(?:cp|mv|ln|install)\\s[^\\n|;]{0,150}?(?:${places})[\\w./-]{0,80}["']?\\s{0,3}(?=$|[;&|#])`, "gm"),
  new RegExp(`\\bdd\\s[^\\n|;]{0,80}?\\bof=["']?(?:${places})`, "g"),
  new RegExp(`\\bsed\\s{1,3}-i[^\\n|;]{0,150}?(?:${places})`, "g"),
];
const code = new RegExp(
  `(?:\\bopen\\s{0,3}\\(|writeFile(?:Sync)?\\s{0,3}\\(|appendFile(?:Sync)?\\s{0,3}\\(|write_text\\s{0,3}\\()[^\\n]{0,100}?(?:${places})[^\\n]{0,60}`,
  "g",
);
const fromHome =
  /\bPath\.home\(\)(?:\s{0,3}\/\s{0,3}|\.joinpath\(\s{0,3})["']\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|ssh["'\s,/]{1,5}authorized_keys|claude["'\s,/]{1,5}(?:CLAUDE\.md|settings\.json)|codex["'\s,/]{1,5}AGENTS\.md)["'][^\n]{0,20}\.(?:write_(?:text|bytes)\s{0,3}\(|open\s{0,3}\(\s{0,3}["'][wax])/g;
const intoAgents = new RegExp(
  `(?:>{1,2}\\s{0,3}["']?|\\btee\\s{1,3}(?:-a\\s{1,3})?["']?)(?:${agentFiles})|(?:writeFile(?:Sync)?|appendFile(?:Sync)?)\\s{0,3}\\(\\s{0,3}[^\\n]{0,60}?(?:${agentFiles})|\\bopen\\s{0,3}\\(\\s{0,3}["'](?:${agentFiles})["']\\s{0,3},\\s{0,3}["'][wa]`,
  "g",
);
const schedules =
  /\bcrontab\s{1,3}(?:-(?!l|e\b)\s{0,2}|\/|<)|\|\s{0,3}crontab\b|\bsystemctl\s{1,3}(?:--user\s{1,3})?enable\b|\blaunchctl\s{1,3}(?:load|bootstrap)\b|\bschtasks\s[^\n]{0,60}\/create|\bCurrentVersion\\{1,2}Run\b|\bgit\s{1,3}config\s{1,3}--global\s{1,3}core\.(?:hooksPath|fsmonitor|sshCommand)\b/gi;
const prose =
  /\b(?:append|add|write|insert|copy|save|store|put)\s{1,3}(?:(?:this|the|these|following|line|lines|text|block|rule|rules|instruction|instructions|it|them|a|an|content|contents|below|above|key|hook|public)\s{1,3}){1,6}(?:to|into|in|at)\s{1,3}(?:the\s{1,3}|your\s{1,3}|user's\s{1,3}){0,2}[`"']?(?:~\/\.(?:bashrc|zshrc|profile|bash_profile|ssh\/authorized_keys|claude\/(?:CLAUDE\.md|settings\.json))|~\/\.codex\/AGENTS\.md|\.git\/hooks\/)/gi;
const hint =
  /\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|ssh|claude|codex|cursor|gitconfig|gemini|config|cursorrules|github)\b|LaunchAgents|\/etc\/|\.git\/hooks|(?:CLAUDE|AGENTS|GEMINI)\.md|crontab|systemctl|launchctl|schtasks|CurrentVersion|git\s+config/i;

/** Writes to places from which something runs, or instructs agents, again and again. */
export const persistence: TextRule = (file, report) => {
  const { path, text } = file;
  if (!hint.test(text)) return;
  const comments = commentsOf(file);
  const show = (start: number, end: number, why: string, weak: boolean): void => {
    const where = file.placeAt(start);
    if (where === "data" || where === "frontmatter") return;
    const inScript = where === "script";
    if (comments.covers(start)) return;
    if (inScript && /^\s{0,100}echo\s{1,3}["'][^"'>]{0,200}$/.test(lineBefore(text, start, 300))) return;
    const severity = inScript && !weak ? "high" : inScript || (where === "prose" && !weak) ? "medium" : "low";
    report({
      code: "scan-persistence",
      file: path,
      start,
      end,
      severity,
      ...(!inScript && ({ confidence: "low" } as const)),
      why,
    });
  };
  const startup = "This writes to a place from which programs start, or which lets somebody in, again and again.";
  for (const pattern of [...shell, code])
    for (const match of text.matchAll(pattern)) {
      if (pattern === code && /["']rb?["']|\.read\b|readFile/.test(match[0])) continue;
      if (pattern === code && /\bopen\s{0,3}\(/.test(match[0]) && !/["'][wax]b?\+?["']/.test(match[0])) continue;
      // Skills are installed by copying them: ordinary, and said in the open.
      const weak = /\.claude\/(?:skills|commands|agents)|\.cursor\/(?:mcp|rules)|\.gitconfig|ssh\/config/.test(
        match[0],
      );
      show(match.index, match.index + match[0].length, startup, weak);
    }
  for (const match of text.matchAll(intoAgents))
    show(
      match.index,
      match.index + match[0].length,
      "This writes to a file that instructs agents in every later session.",
      !/>>|append|a["']$|settings/.test(match[0]),
    );
  for (const match of text.matchAll(fromHome)) show(match.index, match.index + match[0].length, startup, false);
  for (const match of text.matchAll(schedules)) show(match.index, match.index + match[0].length, startup, true);
  if (file.isMarkdown)
    for (const match of text.matchAll(prose)) show(match.index, match.index + match[0].length, startup, false);
};
