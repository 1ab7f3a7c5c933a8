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
  hooksOf(head, manifest.dialect.hooks, file.path, report);
  toolsOf(head, manifest.allowedTools, file.path, report);
};

/** Where a key stands, in any way of writing it that is easily found; undefined for the others. */
function placeOf(head: string, key: string): number | undefined {
  const line = head.search(new RegExp(`^["']?${key}["']?[ \\t]{0,3}:`, "m"));
  const start = line >= 0 ? line : head.search(new RegExp(`["']?\\b${key}["']?\\s{0,3}:`));
  return start < 0 ? undefined : start;
}

function hooksOf(head: string, hooks: unknown, path: string, report: Parameters<TextRule>[1]): void {
  const start = hooks === undefined ? head.search(/^["']?hooks["']?[ \t]{0,3}:/m) : placeOf(head, "hooks");
  if (hooks === undefined && start === -1) return;
  const section = start === undefined ? head : (head.slice(start).split(/\n(?=[^\s#-])/, 1)[0] ?? "");
  // As it is written, and as it is parsed: an alias or an escape may hide one from the other.
  const danger = risky(`${section}\n${hooks === undefined ? "" : JSON.stringify(hooks)}`);
  report({
    code: "scan-hook",
    file: path,
    ...(start !== undefined && { start, end: start + 6 }),
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
  if (tools === undefined) return;
  const key = placeOf(head, "allowed-tools");
  for (const { tool, pattern } of parseAllowedTools(tools)) {
    const written = pattern === undefined ? tool : `${tool}(${pattern})`;
    const found = judgeTool(tool, pattern);
    if (found === undefined) continue;
    const at = key === undefined ? -1 : head.indexOf(written, key);
    const span = at < 0 ? { start: key, end: (key ?? 0) + 13 } : { start: at, end: at + written.length };
    report({
      code: "scan-broad-tools",
      file: path,
      ...(span.start !== undefined && { start: span.start, end: span.end }),
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
