import type { Reporter } from "../reporter.ts";
import type { SkillFile } from "../types.ts";
import { firstFew } from "./first-few.ts";
import { interactiveCall } from "./interactive-call.ts";
import type { Markdown } from "./markdown.ts";
import { Mentions } from "./mentions.ts";
import { shorten } from "./shorten.ts";

/** Files that serve people and tools rather than the model. */
const HOUSEKEEPING =
  /^(?:.*\/)?(?:\.[^/]*|LICEN[CS]E[^/]*|NOTICE[^/]*|README[^/]*|CHANGELOG[^/]*|AUTHORS|package(?:-lock)?\.json|tsconfig[^/]*\.json|requirements[^/]*\.txt|pyproject\.toml|uv\.lock|__init__\.py|SKILL\.sigstore)$|^(?:evals|tests?)\//i;
const SCRIPT_MENTION = /(?:^|[\s`"'(=])(?:\.\/)?(scripts\/[\w./-]*\w)/g;
const RUN_BY_NAME = /\.(?:sh|bash|zsh)$|\/[^./]+$/;

/** How many findings of a code are shown in full; the rest is counted. */
const MOST_SHOWN = 20;

/** Bundled files: mentioned, and scripts there, executable and able to run without a person. */
export function checkFiles(markdown: Markdown, listed: readonly SkillFile[], reporter: Reporter): void {
  const files = listed.filter((file) => file.path !== "SKILL.md");
  const body = markdown.raw.slice(markdown.start);
  checkMentionedScripts(body, markdown.start, files, reporter);
  const mentions = new Mentions(body, files);
  const orphans = files.filter(({ path }, index) => !HOUSEKEEPING.test(path) && !mentions.has(index));
  firstFew(orphans, MOST_SHOWN, ({ path }, more) => {
    const message = `${shorten(path)} is bundled and never mentioned, so no model will read it; mention it, or leave it out.`;
    reporter.report("file-orphan", { message: message + more });
  });
  for (const file of files) if (file.path.startsWith("scripts/")) checkScript(file, reporter);
}

function checkMentionedScripts(body: string, start: number, files: readonly SkillFile[], reporter: Reporter): void {
  const paths = new Set(files.map((file) => file.path));
  const missing = new Map<string, number>();
  for (const match of body.matchAll(SCRIPT_MENTION)) {
    const path = match[1] ?? "";
    if (!/\.\w+$/.test(path) || paths.has(path) || missing.has(path)) continue;
    missing.set(path, start + match.index + match[0].length - path.length);
  }
  firstFew([...missing], MOST_SHOWN, ([path, at], more) => {
    const message = `The instructions name ${shorten(path)}, which is not in the skill's folder.`;
    reporter.report("script-missing", { message: message + more, start: at, end: at + path.length });
  });
}

function checkScript(file: SkillFile, reporter: Reporter): void {
  const runByName = file.text === undefined ? RUN_BY_NAME.test(file.path) : file.text.startsWith("#!");
  if (file.executable === false && runByName) {
    reporter.report("script-not-executable", {
      message: `${shorten(file.path)} is not executable; run \`chmod +x ${shorten(file.path)}\`.`,
    });
  }
  const call = file.text === undefined ? undefined : interactiveCall(file.path, file.text);
  if (call !== undefined) {
    const message = `${shorten(file.path)} waits for input in line ${call.line} (\`${call.text}\`); agents cannot type, so take arguments instead.`;
    reporter.report("script-interactive", { message });
  }
}
