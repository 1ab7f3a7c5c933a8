import { DIAGNOSTIC_CODES, type DiagnosticCode, type SourceDiagnostic } from "@tradecraft/sdk";

const advice: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  "path-missing": "Check how the path is spelled.",
  "skill-missing": "Give a folder, or the SKILL.md in it.",
  "skill-shadowed": "Remove it, or give it another name.",
  "name-shared": "Give one of them another name.",
  "entry-invalid": "Rename the skill and its folder.",
  "file-case": "Rename the file to SKILL.md.",
  "file-unreadable": "Check who may read it.",
  "folder-link-outside": "Look at it by its real path.",
  "folder-limit": "Give a folder further down.",
  "folder-untrusted": "Trust the project where the agent asks for it.",
};

/** What a person can do about a finding. */
export function adviceOn({ code, path }: SourceDiagnostic, shown: (path: string) => string): string | undefined {
  const known = advice[code];
  if (known !== undefined || path === undefined) return known;
  const fix = DIAGNOSTIC_CODES[code]?.fixable === true ? " --fix" : "";
  return `See: tradecraft check ${quoted(shown(path))}${fix}`;
}

function quoted(path: string): string {
  return /^[\w@%+=:,./~-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
