import type { Reporter } from "../reporter.ts";
import type { SkillFile } from "../types.ts";
import type { Markdown } from "./markdown.ts";

/** Files that serve people and tools rather than the model. */
const HOUSEKEEPING =
  /^(?:.*\/)?(?:\.[^/]*|LICEN[CS]E[^/]*|NOTICE[^/]*|README[^/]*|CHANGELOG[^/]*|AUTHORS|package(?:-lock)?\.json|tsconfig[^/]*\.json|requirements[^/]*\.txt|pyproject\.toml|uv\.lock|__init__\.py|SKILL\.sigstore)$|^(?:evals|tests?)\//i;
const SCRIPT_MENTION = /(?:^|[\s`"'(=])(?:\.\/)?(scripts\/[\w./-]*\w)/g;
const RUN_BY_NAME = /\.(?:sh|bash|zsh)$|\/[^./]+$/;

/** Bundled files: mentioned, and scripts there, executable and able to run without a person. */
export function checkFiles(markdown: Markdown, files: readonly SkillFile[], reporter: Reporter): void {
  const { raw, start } = markdown;
  checkMentionedScripts(markdown, files, reporter);
  const body = raw.slice(start);
  for (const file of files) {
    if (!HOUSEKEEPING.test(file.path) && !isMentioned(file.path, body, files)) {
      const message = `${file.path} is bundled and never mentioned, so no model will read it; mention it, or leave it out.`;
      reporter.report("file-orphan", { message });
    }
    if (file.path.startsWith("scripts/")) checkScript(file, reporter);
  }
}

function checkMentionedScripts({ raw, start }: Markdown, files: readonly SkillFile[], reporter: Reporter): void {
  const paths = new Set(files.map((file) => file.path));
  const reported = new Set<string>();
  for (const match of raw.slice(start).matchAll(SCRIPT_MENTION)) {
    const path = match[1] ?? "";
    if (!/\.\w+$/.test(path) || paths.has(path) || reported.has(path)) continue;
    reported.add(path);
    const at = start + match.index + match[0].indexOf(path);
    reporter.report("script-missing", {
      message: `The instructions name ${path}, which is not in the skill's folder.`,
      start: at,
      end: at + path.length,
    });
  }
}

function isMentioned(path: string, body: string, files: readonly SkillFile[]): boolean {
  const parts = path.split("/");
  const name = parts.at(-1) ?? path;
  if (body.includes(name)) return true;
  // A folder that is mentioned as such stands for what is in it.
  for (let depth = parts.length - 1; depth > 0; depth--) {
    if (body.includes(`${parts.slice(0, depth).join("/")}/`) && depth > 1) return true;
    if (new RegExp(`(?:^|[\\s\`"'(/])${escapePattern(parts.slice(0, depth).join("/"))}/(?![\\w.-])`).test(body))
      return true;
  }
  return files.some((file) => file.path !== path && file.text?.includes(name) === true);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function checkScript(file: SkillFile, reporter: Reporter): void {
  const runByName = file.text === undefined ? RUN_BY_NAME.test(file.path) : file.text.startsWith("#!");
  if (file.executable === false && runByName) {
    reporter.report("script-not-executable", {
      message: `${file.path} is not executable; run \`chmod +x ${file.path}\`.`,
    });
  }
  const call = file.text === undefined ? undefined : interactiveCall(file.path, file.text);
  if (call !== undefined) {
    const message = `${file.path} waits for input in line ${call.line} (\`${call.text}\`); agents cannot type, so take arguments instead.`;
    reporter.report("script-interactive", { message });
  }
}

/** How a script asks a person, by language. */
const ASKS: readonly (readonly [extension: RegExp, call: RegExp])[] = [
  [/\.py$/, /(?:^|[^\w.])(?:input|getpass\.getpass)\(/],
  [/\.(?:sh|bash|zsh)$/, /(?:^|[;&|]\s*|\bdo\s+)(?:read\s+(?:-\w+\s+)*-p|select\s+\w+\s+in)\b/],
  [/\.[cm]?[jt]s$/, /\.question\(|\binquirer\.|(?:^|[^\w.])(?:prompt|confirm)\(/],
  [/\.rb$/, /(?:^|[^\w.])(?:STDIN\.)?gets\b(?!\()/],
  [/\.ps1$/i, /\bRead-Host\b/i],
];

function interactiveCall(path: string, text: string): { line: number; text: string } | undefined {
  const call = ASKS.find(([extension]) => extension.test(path))?.[1];
  if (call === undefined) return undefined;
  const lines = text.split("\n");
  const index = lines.findIndex((line) => line.length < 1000 && !/^\s*(?:#|\/\/|\*)/.test(line) && call.test(line));
  return index < 0 ? undefined : { line: index + 1, text: (lines[index] ?? "").trim().slice(0, 60) };
}
