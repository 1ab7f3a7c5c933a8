import type { Reporter } from "../reporter.ts";
import type { SkillFile } from "../types.ts";
import type { Markdown } from "./markdown.ts";

const NOT_A_PATH = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$)/i;
const DRIVE_PATH = /^[a-z]:[\\/]/i;
/** Targets with a placeholder in them are examples. */
const PLACEHOLDER = /[{}<>$*|]|\.\.\./;
/** Paths that exist on one machine: a home folder. */
const HOME_PATH = /(?:^|[\s`"'(=:])(\/(?:Users|home)\/[\w.-]+[^\s`"')]*|[A-Za-z]:\\Users\\[^\s`"')]*)/g;

/** Links of the instructions: inside the skill, at most one folder deep, and to files that are there. */
export function checkLinks(markdown: Markdown, files: readonly SkillFile[] | undefined, reporter: Reporter): void {
  const paths = files === undefined ? undefined : new Set(files.map((file) => file.path));
  for (const link of markdown.links) {
    const target = link.text.replace(/[#?].*$/s, "");
    const place = { start: link.start, end: link.start + link.text.length };
    if (DRIVE_PATH.test(target) || /^\/(?!\/)/.test(target)) {
      reporter.report("absolute-path", {
        message: `Link to ${target} from the skill's folder; an absolute path exists on one machine only.`,
        ...place,
      });
      continue;
    }
    if (NOT_A_PATH.test(target) || PLACEHOLDER.test(target)) continue;
    const path = resolve(decode(target));
    if (path === null) {
      reporter.report("link-outside", {
        message: `${target} lies outside the skill's folder, where it will not be found after the skill moves.`,
        ...place,
      });
      continue;
    }
    if (path.split("/").length > 2) {
      reporter.report("link-deep", {
        message: `${target} lies more than one folder deep; models follow shallow links more reliably.`,
        ...place,
      });
    }
    if (paths !== undefined && !exists(path, paths)) {
      reporter.report("link-missing", { message: `${target} is not in the skill's folder.`, ...place });
    }
  }
  for (const span of markdown.prose) {
    if (!span.text.includes("/Users/") && !span.text.includes("/home/") && !span.text.includes(":\\Users\\")) continue;
    for (const match of span.text.matchAll(HOME_PATH)) {
      const path = match[1] ?? "";
      const start = span.start + match.index + match[0].indexOf(path);
      reporter.report("absolute-path", {
        message: `${path} exists on one machine only.`,
        start,
        end: start + path.length,
      });
    }
  }
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

function exists(path: string, paths: ReadonlySet<string>): boolean {
  if (path === "" || path === "SKILL.md" || paths.has(path)) return true;
  for (const other of paths) if (other.startsWith(`${path}/`)) return true;
  return false;
}
