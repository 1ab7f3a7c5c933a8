import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import type { Buildable, WorkflowDefinition } from "@tradecraft/sdk/workflow";
import { build } from "esbuild";
import { importBeside } from "../../workflow/import-beside.ts";
import { keepImportMeta } from "../../workflow/keep-import-meta.ts";
import { bundlerLines } from "../build-failure.ts";
import { bundleOptions } from "../bundle/bundle-options.ts";
import { loadingCode } from "../bundle/entry-code.ts";
import { requireBanner } from "../bundle/require-banner.ts";
import { sdkPlugin } from "../bundle/sdk-plugin.ts";
import { type PreparedSchemas, prepareSchemas } from "../schema/prepare-schemas.ts";
import { definitionSchemas } from "./definition-schemas.ts";
import { type LibraryImporter, libraryImporters } from "./library-importers.ts";
import { recordedSchemas } from "./recorded-schemas.ts";

/** What is known of a skill's schemas. */
export type SkillSchemas = RecordedRun &
  /** None is made when it is loaded. */
  (
    | { readonly kind: "none"; readonly importers: readonly LibraryImporter[] }
    | { readonly kind: "prepared"; readonly schemas: PreparedSchemas; readonly importers: readonly LibraryImporter[] }
    /** ArkType is used in a way that cannot be followed. */
    | { readonly kind: "library"; readonly reason: string }
  );

interface RecordedRun {
  /** Files of the skill's own. */
  readonly inputs: readonly string[];
  /** Of the workflow. */
  readonly digest?: string;
}

interface Loaded {
  readonly default: Buildable;
  readonly digestOfDefinition: (definition: WorkflowDefinition) => Promise<string>;
}

/** Runs an entry once more, as it will run when it is built, with a `type` that remembers what is done with it. */
export async function recordSchemas(entry: string): Promise<SkillSchemas> {
  const projectDir = dirname(entry);
  const recording = recordedSchemas(randomUUID());
  let inputs: readonly string[] = [];
  try {
    const { outputFiles, metafile } = await build({
      ...bundleOptions(projectDir),
      stdin: { contents: loadingCode(entry), resolveDir: projectDir, sourcefile: "tradecraft-load.mjs", loader: "js" },
      outfile: "skill.mjs",
      banner: { js: requireBanner },
      plugins: [sdkPlugin(projectDir), recording.plugin, keepImportMeta()],
    });
    inputs = Object.keys(metafile?.inputs ?? {})
      .filter((path) => !/:|(?:^|\/)node_modules\//.test(path))
      .map((path) => join(projectDir, path));
    const recorder = await recording.open();
    const code = outputFiles?.[0]?.contents ?? "";
    const { default: definition, digestOfDefinition } = (await importBeside(entry, code)) as Loaded;
    const digest = definition.kind === "skill" ? await digestOfDefinition(definition) : undefined;
    const importers = metafile ? libraryImporters(metafile, recording.module) : [];
    const found = { inputs, importers, ...(digest !== undefined && { digest }) };
    if (!recorder || recorder.values.size === 0) return { kind: "none", ...found };
    const uses = new Map<string, string[]>();
    for (const { schema, use } of definitionSchemas(definition)) {
      const key = recorder.keyOf(schema);
      if (key !== undefined) uses.set(key, [...(uses.get(key) ?? []), use]);
    }
    return { kind: "prepared", schemas: prepareSchemas(recorder, (key) => uses.get(key) ?? []), ...found };
  } catch (error) {
    return { kind: "library", reason: reasonOf(error), inputs };
  } finally {
    recording.close();
  }
}

function reasonOf(error: unknown): string {
  const lines = bundlerLines(error);
  const names = lines.flatMap((line) => {
    const [, name] = /No matching export in "tradecraft-recorded:arktype" for import "([^"]+)"/.exec(line) ?? [];
    return name === undefined ? [] : [`\`${name}\``];
  });
  return names.length > 0 ? `its code imports ${[...new Set(names)].join(", ")} from ArkType` : (lines[0] ?? "");
}
