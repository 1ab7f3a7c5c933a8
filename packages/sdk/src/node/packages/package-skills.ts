import { join } from "node:path";
import { mapLimited } from "../../core/map-limited.ts";
import { mergeSkillSources } from "../../core/source/merge-skill-sources.ts";
import { missingResource } from "../../core/source/skill-id.ts";
import type { SkillSource, SourceCallOptions, SourceDiagnostic } from "../../core/source/skill-source.ts";
import { staticSkillSource } from "../../core/source/static-skill-source.ts";
import { waitFor } from "../../core/source/wait-for.ts";
import { toFilePath } from "../to-file-path.ts";
import { findPackage } from "./find-package.ts";
import { findProject } from "./find-project.ts";
import { packageLayers } from "./package-layers.ts";
import { packageInvalid } from "./package-problem.ts";
import { wantedDependencies } from "./wanted-dependencies.ts";

export interface PackageSkillsOptions {
  /** A folder, a file or a `file:` URL such as `import.meta.url`: the project is the nearest package.json at or above it. */
  readonly from: string | URL;
  /** Only these dependencies: names, or `@scope/*`. A name that is missing is reported. Default: all. */
  readonly include?: readonly string[];
  /** Not these: names, or `@scope/*`. */
  readonly exclude?: readonly string[];
  /** Look at devDependencies too. Default false. */
  readonly dev?: boolean;
  /** Milliseconds for a module to be imported, and again for each factory in it. Default 10,000. */
  readonly timeout?: number;
  /** Names the source in diagnostics. */
  readonly label?: string;
}

interface Packages {
  readonly source: SkillSource;
  readonly diagnostics: readonly SourceDiagnostic[];
}

/**
 * The skills of a project's dependencies: what their package.json declares as `tradecraft.skills`, modules and folders,
 * else their `skills/<name>/SKILL.md`. Packages come by name; of two skills with one id the first counts. Nothing is read
 * or imported before somebody asks; then packages are looked up, and their code imported, once per source, while folders
 * are listed each time. To prefer skills of your own: `mergeSkillSources([mine, packageSkills({ from })])`.
 */
export function packageSkills(options: PackageSkillsOptions): SkillSource {
  const from = toFilePath(options.from, "packageSkills({ from })");
  const label = options.label ?? `packages of ${from}`;
  let found: Packages | undefined;
  let finding: Promise<Packages> | undefined;
  const packages = async ({ signal }: SourceCallOptions = {}): Promise<Packages> => {
    signal?.throwIfAborted();
    finding ??= findPackages(from, label, options).then((all) => (found = all));
    return waitFor(finding, signal);
  };
  const source = async (call?: SourceCallOptions): Promise<SkillSource> => (await packages(call)).source;

  return {
    label,
    list: async (call = {}) => {
      const { source: all, diagnostics } = await packages(call);
      for (const diagnostic of diagnostics) call.onDiagnostic?.(diagnostic);
      return all.list(call);
    },
    read: async (id, call) => (await source(call)).read(id, call),
    listResources: async (id, call) => (await (await source(call)).listResources?.(id, call)) ?? [],
    readResource: async (id, path, call) => {
      const all = await source(call);
      if (all.readResource === undefined) throw missingResource(id, path);
      return all.readResource(id, path, call);
    },
    directory: async (id, call) => (await source(call)).directory?.(id, call),
    definitions: async (call) => (await (await source(call)).definitions?.(call)) ?? new Map(),
    generation: () => found?.source.generation?.() ?? 0,
    watch: async (onChange, call) => (await (await source(call)).watch?.(onChange, call)) ?? (() => {}),
  };
}

async function findPackages(
  from: string,
  label: string,
  { include, exclude = [], dev = false, timeout = 10_000 }: PackageSkillsOptions,
): Promise<Packages> {
  // There is always one layer, so that all methods answer alike, whatever is installed.
  const nothing = staticSkillSource([], { label });
  const project = await findProject(from);
  if ("problem" in project) return { source: nothing, diagnostics: [packageInvalid(label, project.problem)] };
  const file = join(project.folder, "package.json");
  const { names, problems } = wantedDependencies(file, project.json, { include, exclude, dev });
  const installed = await mapLimited(names, 8, async (name) => ({
    name,
    found: await findPackage(name, project.folder),
  }));
  // All at once: modules that never settle are waited for together.
  const loaded = await Promise.all(
    installed.map(async ({ name, found }) => {
      const diagnostics: SourceDiagnostic[] = [];
      const onDiagnostic = (diagnostic: SourceDiagnostic): void => void diagnostics.push(diagnostic);
      if (found === undefined) {
        // Whoever installs reports what is missing; here it matters only to those who named it.
        const message = `The package "${name}", a dependency of ${file}, is not installed; install it, or do not include it.`;
        if (include?.includes(name) === true) onDiagnostic(packageInvalid(label, { path: file, message }));
        return { layers: [], diagnostics };
      }
      if ("problem" in found) {
        const message = `The package "${name}" is broken; install it again. ${found.problem.message}`;
        onDiagnostic(packageInvalid(`package ${name}`, { ...found.problem, message }));
        return { layers: [], diagnostics };
      }
      return { layers: await packageLayers(found, { timeout, onDiagnostic }), diagnostics };
    }),
  );
  return {
    source: mergeSkillSources([...loaded.flatMap(({ layers }) => layers), nothing]),
    diagnostics: [
      ...problems.map((problem) => packageInvalid(label, problem)),
      ...loaded.flatMap(({ diagnostics }) => diagnostics),
    ],
  };
}
