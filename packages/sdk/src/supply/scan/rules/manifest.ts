import { parseAllowedTools } from "../../../core/format/allowed-tools.ts";
import type { TextRule } from "../report.ts";
import { risky } from "./risky.ts";

const interpreters =
  /^(?:sudo|su|bash|sh|zsh|python[23]?|node|perl|ruby|eval|exec|env|xargs|curl|wget|ssh|scp|nc|rm|chmod|chown|dd|osascript|powershell|pwsh|docker|npx|uvx|source)\b[^,]{0,3}?(?::?\*|\s\*)$/;

/** What a frontmatter asks for: hooks, tools without limits, and code in place of YAML. */
export const manifestRules: TextRule = (file, report) => {
  const { path, text } = file;
  if (!/(?:^|\/)SKILL\.md$/i.test(path)) return;
  const fence = /^\ufeff?---[ \t]{0,5}(\w[\w+-]{0,20})[ \t]{0,5}\r?\n/.exec(text);
  if (fence !== null && !/^ya?ml$/i.test(fence[1] ?? ""))
    report({
      code: "scan-code-frontmatter",
      file: path,
      start: 0,
      end: fence[0].trimEnd().length,
      why: `The fence says that the frontmatter is written in ${fence[1]}; a widespread parser evaluates it.`,
      evidence: text.slice(0, file.bodyStart || 400),
    });
  const head = text.slice(0, file.bodyStart);
  for (const match of head.matchAll(/!!(?:python|js|ruby|java)\/[\w.:/]{1,80}|!!javax?\.[\w.]{1,80}/g))
    report({
      code: "scan-code-frontmatter",
      file: path,
      start: match.index,
      end: match.index + match[0].length,
      why: "This YAML tag makes some parsers build objects or call functions.",
    });
  const manifest = file.manifest();
  hooksOf(head, manifest.dialect.hooks !== undefined || /^hooks[ \t]{0,3}:/m.test(head), file.path, report);
  toolsOf(head, manifest.allowedTools, file.path, report);
};

function hooksOf(head: string, has: boolean, path: string, report: Parameters<TextRule>[1]): void {
  const start = head.search(/^hooks[ \t]{0,3}:/m);
  if (!has || start < 0) return;
  const section = head.slice(start).split(/\n(?=[^\s#-])/, 1)[0] ?? "";
  const danger = risky(section);
  report({
    code: "scan-hook",
    file: path,
    start,
    end: start + 6,
    severity: danger === undefined ? "medium" : "high",
    why: `A client that knows hooks runs these commands by itself${danger === undefined ? "" : `; one of them ${danger}`}.`,
    evidence: section,
  });
}

function toolsOf(
  head: string,
  tools: readonly string[] | undefined,
  path: string,
  report: Parameters<TextRule>[1],
): void {
  const key = head.search(/^allowed-tools[ \t]{0,3}:/m);
  if (tools === undefined || key < 0) return;
  for (const { tool, pattern } of parseAllowedTools(tools)) {
    const written = pattern === undefined ? tool : `${tool}(${pattern})`;
    const found = judgeTool(tool, pattern);
    if (found === undefined) continue;
    const at = head.indexOf(written, key);
    const start = at < 0 ? key : at;
    report({
      code: "scan-broad-tools",
      file: path,
      start,
      end: at < 0 ? key + 13 : at + written.length,
      severity: found.all ? "medium" : "low",
      why: found.why,
      evidence: `allowed-tools ${written}`,
    });
  }
}

function judgeTool(
  tool: string,
  pattern: string | undefined,
): { readonly all: boolean; readonly why: string } | undefined {
  if (tool === "*") return { all: true, why: "This asks for every tool, without a question." };
  if (!/^(?:bash|shell|terminal|execute|run_command|powershell)$/i.test(tool)) return undefined;
  if (pattern === undefined)
    return { all: false, why: `${tool} without a pattern is every command, without a question.` };
  const trimmed = pattern.trim();
  if (/^:?\*+(?::\*)?$/.test(trimmed))
    return { all: true, why: `${tool}(${trimmed}) is every command, without a question.` };
  const broad = trimmed
    .split(",")
    .map((one) => one.trim())
    .find((one) => interpreters.test(one));
  if (broad === undefined) return undefined;
  const anything = /^(?:sudo|su|bash|sh|zsh|eval|exec|env|xargs|osascript|powershell|pwsh|source)\b/.test(broad);
  return {
    all: anything,
    why: `${tool}(${broad}) runs ${anything ? "anything" : "more than it seems"}, without a question.`,
  };
}
