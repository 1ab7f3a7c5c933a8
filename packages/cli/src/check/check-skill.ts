import { dirname, sep } from "node:path";
import {
  type Diagnostic,
  type DiagnosticCode,
  type LintSkillOptions,
  SkillError,
  type SkillErrorCode,
  fixSkill,
  lintSkill,
} from "@tradecraft/sdk";
import {
  type FoundPath,
  type FoundSkillFile,
  describeFileError,
  listSkillFiles,
  readSkillFile,
} from "@tradecraft/sdk/node";
import { filesForReaders } from "./built/built-files.ts";
import { checkBuiltSkill } from "./built/check-built-skill.ts";
import type { CheckOptions } from "./check-options.ts";
import { judgeFileDiagnostics } from "./judge-file-diagnostics.ts";
import { referenceMessages } from "./reference-messages.ts";
import { replaceFile } from "./replace-file.ts";
import type { ReportedDiagnostic } from "./reported-diagnostic.ts";
import type { SkillReport } from "./skill-report.ts";

/** Why a file was not read, as a diagnostic; anything else is `file-unreadable`. */
const refusals: Readonly<Partial<Record<SkillErrorCode, DiagnosticCode>>> = {
  "file-missing": "path-missing",
  "file-too-large": "file-too-large",
  "file-not-text": "file-not-text",
};

/** Checks what was found at one path, and mends it if asked to. */
export async function checkSkill(found: FoundPath, options: CheckOptions): Promise<SkillReport> {
  const base = {
    path: displayPath(found.path),
    absolutePath: found.absolutePath,
    isSkill: found.kind === "skill",
    fixed: 0,
  };
  if (found.kind === "problem") {
    const problems = options.profile === "reference" ? referenceMessages(found) : found.diagnostics;
    return { ...base, name: null, valid: false, diagnostics: judgeFileDiagnostics(problems, options) };
  }

  // The reference takes skill.md without a word.
  const aboutFile: Diagnostic[] = options.profile === "reference" ? [] : [...found.diagnostics];
  let text: string;
  try {
    const file = await readSkillFile(found.absolutePath, { blocking: true });
    text = file.text;
    aboutFile.push(...file.diagnostics);
  } catch (error) {
    if (!SkillError.is(error)) throw error;
    aboutFile.push({ code: refusals[error.code] ?? "file-unreadable", severity: "error", message: error.message });
    return { ...base, name: null, valid: false, diagnostics: judgeFileDiagnostics(aboutFile, options) };
  }

  const { files, ...rest } = await withFiles(found, options, aboutFile);
  const lintOptions = { ...rest, ...(files && { files: filesForReaders(files, text) }) };
  let fixed = 0;
  // What could not be decoded would be lost by writing it back.
  if (options.fix && !aboutFile.some(({ code }) => code === "file-encoding")) {
    const result = fixSkill(text, lintOptions);
    if (result.text !== text) {
      try {
        await replaceFile(found.absolutePath, text, result.text);
        text = result.text;
        fixed = result.fixed.length;
      } catch (error) {
        const message = `The fixes could not be written: ${describeFileError(error)}.`;
        aboutFile.push({ code: "file-unwritable", severity: "error", message });
      }
    }
  }

  const { manifest, diagnostics } = lintSkill(text, lintOptions);
  const looked = { folder: dirname(found.absolutePath), name: manifest.name, files: files ?? [] };
  const all: ReportedDiagnostic[] = [
    ...judgeFileDiagnostics(aboutFile, options),
    ...diagnostics,
    ...(await checkBuiltSkill(looked, options)),
  ];
  const valid = !all.some(({ severity }) => severity === "error");
  return { ...base, name: manifest.name || null, valid, diagnostics: all, fixed, text };
}

async function withFiles(
  found: FoundSkillFile,
  options: CheckOptions,
  aboutFile: Diagnostic[],
): Promise<LintSkillOptions> {
  const lintOptions = { profile: options.profile, rules: options.rules, directory: found.directory };
  try {
    const { files, truncated } = await listSkillFiles(dirname(found.absolutePath), {
      blocking: true,
      ...(found.entries && { entries: found.entries }),
    });
    if (!truncated) return { ...lintOptions, files };
    const message = `This skill has more than ${files.length} files; the rules about its files were not applied.`;
    aboutFile.push({ code: "file-count", severity: "warning", message });
  } catch (error) {
    if (!SkillError.is(error)) throw error;
    const message = `The skill's files cannot be listed, so the rules about them were not applied. ${error.message}`;
    aboutFile.push({ code: "file-unreadable", severity: "warning", message });
  }
  return lintOptions;
}

function displayPath(path: string): string {
  return sep === "\\" ? path.replaceAll("\\", "/") : path;
}
