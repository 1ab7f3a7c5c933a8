import { join } from "node:path";
import { type SkillFile, SkillError } from "@tradecraft/sdk";
import { readSkillFile } from "@tradecraft/sdk/node";
import type { WorkflowGraph } from "@tradecraft/sdk/workflow";
import type { CheckOptions } from "../check-options.ts";
import type { ReportedDiagnostic } from "../reported-diagnostic.ts";
import { isBuiltFolder } from "./built-files.ts";
import { BUILT_RULES, type BuiltRule } from "./built-rules.ts";
import { partDigest } from "./part-digest.ts";
import { looksLikeWorkflow, parseWorkflowFile, partDigestsIn, WorkflowFileError } from "./parse-workflow-file.ts";

/** A skill's folder, as far as it has been looked at. */
export interface LookedAtFolder {
  readonly folder: string;
  /** As its SKILL.md says. */
  readonly name: string;
  readonly files: readonly SkillFile[];
}

/** Checks what `tradecraft build` puts beside a SKILL.md; nothing of it is run. Other skills have nothing to be checked. */
export async function checkBuiltSkill(
  looked: LookedAtFolder,
  { profile, rules }: Pick<CheckOptions, "profile" | "rules">,
): Promise<readonly ReportedDiagnostic[]> {
  // The reference knows nothing of built skills.
  if (profile === "reference" || !looked.files.some(({ path }) => path === "workflow.json")) return [];
  return (await findings(looked)).flatMap(({ code, message }) => {
    const severity = rules[code] ?? BUILT_RULES[code].severity;
    return severity === "off" ? [] : [{ code, severity, message }];
  });
}

interface Finding {
  readonly code: BuiltRule;
  readonly message: string;
}

async function findings({ folder, name, files }: LookedAtFolder): Promise<readonly Finding[]> {
  const paths = new Set(files.map(({ path }) => path));
  const isBuilt = isBuiltFolder(files);
  const malformed = (why: string): Finding[] => [{ code: "workflow-json", message: `workflow.json: ${why}.` }];
  let text: string;
  try {
    ({ text } = await readSkillFile(join(folder, "workflow.json"), { blocking: true }));
  } catch (error) {
    if (!SkillError.is(error)) throw error;
    return isBuilt ? malformed(`it cannot be read: ${error.message.replace(/\.$/, "")}`) : [];
  }
  // Other programs have files of this name.
  if (!isBuilt && !looksLikeWorkflow(text)) return [];
  try {
    const found = mismatches(parseWorkflowFile(text), name, paths);
    return found.length > 0 ? found : await strangers(folder, partDigestsIn(text));
  } catch (error) {
    if (!(error instanceof WorkflowFileError)) throw error;
    return malformed(error.message);
  }
}

function mismatches(graph: WorkflowGraph, name: string, paths: ReadonlySet<string>): Finding[] {
  const found: string[] = [];
  if (graph.name !== name)
    found.push(`workflow.json is that of "${graph.name}", and SKILL.md that of "${name}": build the skill again.`);
  if (!paths.has("scripts/run")) found.push("scripts/run is missing, which SKILL.md tells agents to call.");
  const bin = [...paths].filter((path) => path.startsWith(`bin/${graph.name}`));
  if (bin.length === 0) found.push(`There is no program of "${graph.name}" in bin/, which scripts/run starts.`);
  const has = (suffix: string): boolean =>
    bin.some((path) => path.replace(/\.[cm]js$/, "") === `bin/${graph.name}${suffix}`);
  if (has("") && !has("-main")) found.push(`bin/${graph.name}-main.cjs is missing: without it nothing runs.`);
  return found.map((message) => ({ code: "workflow-mismatch", message }));
}

/** Files that are there, and not those of the build that made the graph. */
async function strangers(folder: string, digests: ReadonlyMap<string, string>): Promise<Finding[]> {
  const changed: string[] = [];
  for (const [path, digest] of digests) {
    try {
      const { text } = await readSkillFile(join(folder, path), { blocking: true });
      if (partDigest(text) !== digest) changed.push(path);
    } catch (error) {
      if (!SkillError.is(error)) throw error;
      changed.push(path);
    }
  }
  if (changed.length === 0) return [];
  const message = `Not as the build made it that made workflow.json: ${changed.join(", ")}; build the skill again.`;
  return [{ code: "workflow-mismatch", message }];
}
