import type { Reporter } from "../reporter.ts";
import type { SkillFile } from "../types.ts";
import { firstFew } from "./first-few.ts";
import type { Markdown } from "./markdown.ts";
import { shorten } from "./shorten.ts";

const NOT_A_PATH = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i;
const DRIVE_PATH = /^[a-z]:[\\/]/i;
/** Targets with a placeholder in them are examples. */
const PLACEHOLDER = /[{}<>$*|]|\.\.\./;
/** Paths that exist on one machine: a home folder. */
const HOME_PATH = /(?:^|[\s`"'(=:])(\/(?:Users|home)\/[\w.-]+[^\s`"')]*|[A-Za-z]:\\Users\\[^\s`"')]*)/g;
/** Folders below this are nobody's; a limit keeps a hostile listing cheap. */
const MOST_FOLDERS = 32;
/** How many findings of a code are shown in full; the rest is counted. */
const MOST_SHOWN = { "absolute-path": 10, "link-outside": 50, "link-deep": 50, "link-missing": 50 } as const;

type LinkCode = keyof typeof MOST_SHOWN;

interface LinkFinding {
  readonly code: LinkCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** Links of the instructions: inside the skill, at most one folder deep, and to files that are there. */
export function checkLinks(markdown: Markdown, files: readonly SkillFile[] | undefined, reporter: Reporter): void {
  const findings = [...linkFindings(markdown, files)];
  const linked = new Set(findings.filter(({ code }) => code === "absolute-path").map(({ start }) => start));
  for (const finding of homeFindings(markdown)) if (!linked.has(finding.start)) findings.push(finding);
  if (findings.length === 0) return;
  findings.sort((a, b) => a.start - b.start);
  const byCode = new Map<LinkCode, LinkFinding[]>();
  for (const finding of findings) {
    const same = byCode.get(finding.code);
    if (same === undefined) byCode.set(finding.code, [finding]);
    else same.push(finding);
  }
  for (const [code, same] of byCode) {
    const show = ({ message, start, end }: LinkFinding, more: string): void =>
      reporter.report(code, { message: message + more, start, end });
    firstFew(same, MOST_SHOWN[code], show, "more places");
  }
}

function* linkFindings({ links }: Markdown, files: readonly SkillFile[] | undefined): Generator<LinkFinding> {
  const known = files && knownPaths(files);
  for (const link of links) {
    const target = link.text.replace(/[#?].*$/s, "");
    const shown = shorten(target);
    const place = { start: link.start, end: link.start + link.text.length };
    if (DRIVE_PATH.test(target) || /^\/(?!\/)/.test(target)) {
      const message = `Link to ${shown} from the skill's folder; an absolute path exists on one machine only.`;
      yield { code: "absolute-path", message, ...place };
      continue;
    }
    if (NOT_A_PATH.test(target) || PLACEHOLDER.test(target)) continue;
    const path = resolve(decode(target));
    if (path === null) {
      const message = `${shown} lies outside the skill's folder, where it will not be found after the skill moves.`;
      yield { code: "link-outside", message, ...place };
      continue;
    }
    if (path.split("/").length > 2) {
      const message = `${shown} lies more than one folder deep; models follow shallow links more reliably.`;
      yield { code: "link-deep", message, ...place };
    }
    if (known !== undefined && !known.has(path))
      yield { code: "link-missing", message: `${shown} is not in the skill's folder.`, ...place };
  }
}

function* homeFindings({ prose }: Markdown): Generator<LinkFinding> {
  for (const { text, start: lineStart } of prose) {
    if (!text.includes("/Users/") && !text.includes("/home/") && !text.includes(":\\Users\\")) continue;
    for (const match of text.matchAll(HOME_PATH)) {
      const path = match[1] ?? "";
      const start = lineStart + match.index + match[0].length - path.length;
      const message = `${shorten(path)} exists on one machine only.`;
      yield { code: "absolute-path", message, start, end: start + path.length };
    }
  }
}

/** Everything a link can lead to: the files, the folders they are in, and the skill itself. */
function knownPaths(files: readonly SkillFile[]): ReadonlySet<string> {
  const known = new Set(["", "SKILL.md"]);
  for (const { path } of files) {
    known.add(path);
    let slash = path.indexOf("/");
    for (let depth = 0; slash >= 0 && depth < MOST_FOLDERS; depth++) {
      known.add(path.slice(0, slash));
      slash = path.indexOf("/", slash + 1);
    }
  }
  return known;
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** The path without `.` and `..`; null if it leads out of the folder. Empty for the folder itself. */
function resolve(target: string): string | null {
  const parts: string[] = [];
  for (const part of target.replaceAll("\\", "/").split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else parts.push(part);
  }
  return parts.join("/");
}
