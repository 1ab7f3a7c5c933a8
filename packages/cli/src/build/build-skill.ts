import { basename } from "node:path";
import { type Buildable, checkSkillAsync, type WorkflowDefinition, workflowGraph } from "@tradecraft/sdk/workflow";
import { partDigest } from "../check/built/part-digest.ts";
import type { ReportedDiagnostic } from "../check/reported-diagnostic.ts";
import { stringifyJson } from "../report/stringify-json.ts";
import { loadEntry } from "../workflow/load-entry.ts";
import { skillRoot } from "../workflow/skill-root.ts";
import { BuildFailure } from "./build-failure.ts";
import { type BuildOptions, currentTarget } from "./build-options.ts";
import type { BuildReport, BuiltFile, FailedTarget } from "./build-report.ts";
import { makeExecutables } from "./bun/make-executables.ts";
import { type BinFile, bundleNode } from "./bundle/bundle-node.ts";
import { findMcpEntry } from "./bundle/find-mcp-entry.ts";
import { makesSchemasAtRunTime } from "./bundle/makes-schemas.ts";
import { recordSchemas, type SkillSchemas } from "./load/record-schemas.ts";
import { assertReplaceable } from "./output/assert-replaceable.ts";
import { checkOutput } from "./output/check-output.ts";
import { copiedFiles } from "./output/copied-files.ts";
import { packageJson } from "./output/package-json.ts";
import { resolveVersion } from "./output/resolve-version.ts";
import { smokeRun } from "./output/smoke-run.ts";
import { withStaging } from "./output/staging.ts";
import { type OutputFile, swapIn, writeFiles } from "./output/swap-in.ts";
import { executableScripts, nodeScripts } from "./scripts/run-scripts.ts";
import { generateSkillMd } from "./skill-md/generate-skill-md.ts";
import { createTimings } from "./timings.ts";

/** Told when a step of a build begins. */
export type OnStep = (step: string) => void;

/** Builds a skill's folder. Throws a `BuildFailure` or an `EntryError`, and leaves the folder that was there as it was. */
export async function buildSkill(options: BuildOptions, onStep: OnStep = () => undefined): Promise<BuildReport> {
  const { entry, outDir, mode, protocol } = options;
  const { time, timings } = createTimings(onStep);
  const { definition } = await time("load", () => loadEntry(entry, options.cwd));
  if (definition.name !== basename(outDir)) options.warn?.(misplaced(definition.name, outDir));
  const root = await skillRoot(entry);
  const diagnostics = await time("lint", () => lint(definition, root));
  const schemas = await time("schemas", () => schemasFor(options));
  const version = await resolveVersion(definition, entry);
  const hasMcp = await findMcpEntry(entry);
  const input = {
    entry,
    name: definition.name,
    ...(version !== definition.version && { version }),
    ...(schemas.kind !== "library" && { table: schemas.kind === "prepared" ? schemas.schemas.table : {} }),
    needsLibrary: schemas.needed !== undefined,
    hasMcp,
    ...(schemas.digest !== undefined && { digest: schemas.digest }),
  };
  await assertReplaceable(outDir, options.force);
  return withStaging(outDir, async (staging) => {
    const { files: bin, failed } = await time("bundle", async () =>
      mode === "bun" ? makeExecutables(input, options) : { files: await bundleNode(input), failed: [] },
    );
    const copied = await copiedFiles(root);
    const references = copied.flatMap(({ path }) =>
      path.startsWith("references/") ? [path.slice("references/".length)] : [],
    );
    const skillMd = generateSkillMd({ definition, version, protocol, hasMcp, references, mode });
    const text: OutputFile = { path: "SKILL.md", contents: skillMd };
    const programs = bin.map(({ name, contents, role }): OutputFile => ({
      path: `bin/${name}`,
      contents,
      executable: role === "executable",
    }));
    const files: OutputFile[] = [
      text,
      { path: "package.json", contents: await packageJson(definition, version, outDir) },
      ...(definition.kind === "skill" ? [workflowFile(definition, [text, ...programs])] : []),
      ...programs,
      ...scriptFiles(definition, mode, bin),
      ...copied,
    ];
    await time("write", () => writeFiles(staging, files));
    diagnostics.push(...(await time("check", () => checkOutput(staging))));
    const canRun = mode === "node" || bin.some(({ name }) => name.replace(/\.exe$/, "").endsWith(currentTarget()));
    const smoke = options.smoke && canRun ? await time("smoke", () => smokeRun(staging, definition)) : undefined;
    await time("swap", () => swapIn(staging, outDir));
    return {
      name: definition.name,
      version,
      outDir,
      mode,
      hasMcp,
      files: files.map(({ path, contents }) => sizeOf(path, contents)),
      bin,
      schemas,
      diagnostics,
      ...(smoke && { smoke }),
      failedTargets: failed satisfies readonly FailedTarget[],
      timings: timings(),
      inputs: schemas.inputs,
    };
  });
}

/** What a build knows of a skill's schemas, and why it takes the library along. */
export type BuiltSchemas = SkillSchemas & { readonly needed?: string };

async function schemasFor({ entry, schemas }: BuildOptions): Promise<BuiltSchemas> {
  if (schemas === "library") return { kind: "library", reason: "--schemas library", inputs: [] };
  const recorded = await recordSchemas(entry);
  if (recorded.kind === "library") return recorded;
  if (recorded.kind === "prepared" && !recorded.schemas.isComplete)
    return { ...recorded, needed: "schemas that cannot be prepared" };
  const makes = await makesSchemasAtRunTime(entry, recorded.importers);
  return makes ? { ...recorded, needed: "code that may make schemas while it runs" } : recorded;
}

async function lint(definition: Buildable, rootDir: string): Promise<ReportedDiagnostic[]> {
  const found = await checkSkillAsync(definition, { rootDir });
  const diagnostics = found.map(({ code, severity, message, step, hint }): ReportedDiagnostic => ({
    code,
    severity,
    message,
    ...(step !== undefined && { step }),
    ...(hint !== undefined && { hint }),
  }));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return diagnostics;
  const lines = errors.map(({ code, message }) => `${code}: ${message}`);
  throw new BuildFailure("lint", "The workflow has mistakes; `tradecraft check` tells more.", lines);
}

function scriptFiles({ name }: Buildable, mode: BuildOptions["mode"], bin: readonly BinFile[]): OutputFile[] {
  const targets = bin.map((file) => file.name.slice(name.length + 1).replace(/\.exe$/, ""));
  const scripts = mode === "bun" ? executableScripts(name, targets) : nodeScripts(bin[0]?.name ?? "");
  return Object.entries(scripts).map(([path, { text, executable }]) => ({ path, contents: text, executable }));
}

/** The graph as data, and what the files are known by that belong to it. */
function workflowFile(definition: WorkflowDefinition, made: readonly OutputFile[]): OutputFile {
  const texts = made.filter(({ executable }) => executable !== true);
  const files = Object.fromEntries(texts.map(({ path, contents }) => [path, partDigest(contents)]));
  return { path: "workflow.json", contents: stringifyJson({ version: 1, graph: workflowGraph(definition), files }) };
}

function sizeOf(path: string, contents: string | Uint8Array): BuiltFile {
  return { path, bytes: typeof contents === "string" ? Buffer.byteLength(contents) : contents.byteLength };
}

function misplaced(name: string, outDir: string): string {
  return `The folder should have the skill's name: ${name}, not ${basename(outDir)}. Agents look at both.`;
}
