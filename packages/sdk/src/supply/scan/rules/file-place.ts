import type { Report } from "../report.ts";
import type { ScanFile } from "../types.ts";

/** What a file's path and kind tell: links, and paths that lead out of the skill. */
export function filePlace({ path, kind, target }: ScanFile, report: Report): void {
  if (/^(?:[/\\]|[a-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)|\0/i.test(path))
    report({
      code: "scan-path-escape",
      file: path,
      severity: "high",
      confidence: "high",
      why: "The path of this file leads out of the skill.",
      evidence: path,
      excerpt: path,
    });
  if (kind !== "link") return;
  const leaves = target === undefined || leavesSkill(path, target);
  const secret = /\.(?:ssh|aws|gnupg|netrc|kube|env)\b|\/etc\/|\/proc\//.test(target ?? "");
  report({
    code: "scan-link",
    file: path,
    severity: leaves ? "high" : "low",
    why: leaves
      ? `This link leads out of the skill${secret ? ", to where secrets lie" : ""}: whoever copies or reads it reads what is there.`
      : "This link leads to another place in the skill; some tools follow it and some do not.",
    evidence: target ?? "",
    excerpt: target ?? "",
  });
}

function leavesSkill(path: string, target: string): boolean {
  if (/^(?:[/\\~]|[a-z]:)/i.test(target)) return true;
  let depth = path.split("/").length - 1;
  for (const part of target.split(/[/\\]/)) {
    if (part === "..") depth--;
    else if (part !== "." && part !== "") depth++;
    if (depth < 0) return true;
  }
  return false;
}
