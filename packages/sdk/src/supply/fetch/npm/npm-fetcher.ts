import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SkillError } from "../../../core/errors.ts";
import type { NpmSource } from "../../project/project.ts";
import { readArchive } from "../archive/read-archive.ts";
import { recall, remember } from "../remembered.ts";
import type { FetchContext, FetchedSource, SkillFetcher } from "../skill-fetcher.ts";
import type { SourceTree } from "../source-tree.ts";
import { matchesIntegrity, strongestIntegrity } from "./integrity.ts";
import { type NpmConfig, npmConfig } from "./npm-config.ts";
import { assertPackageName, downloadTarball, lookUpPackage, type NpmVersion } from "./npm-registry.ts";
import { packageSkillFolders } from "./package-skill-folders.ts";

/** A version whose place in the registry may not be known yet. */
type Point = Pick<NpmVersion, "version" | "integrity"> & { readonly tarball?: URL };

/** Skills of npm packages: their files alone, by the registry's own digest. Nothing is installed, and no script runs. */
export function npmFetcher(): SkillFetcher<NpmSource> {
  return {
    type: "npm",
    resolve: async (source, context) => {
      const config = await configOf(source, context);
      const question = questionOf(source, config);
      if (context.offline) return fetched(source, await recalled(source, question, context), config, context);
      const found = await lookUpPackage(source, config, context);
      const point = "version" in source ? found.version(source.version) : found.tagged(source.ref);
      const { version, integrity } = point;
      await remember(context.cacheFolder, question, { version, integrity });
      return fetched(source, point, config, context);
    },
    restore: async (source, resolved, context) => {
      const integrity = "integrity" in resolved ? strongestIntegrity(resolved.integrity) : undefined;
      if (!("version" in resolved) || integrity === undefined) {
        throw new SkillError("lock-invalid", `The lock has no sha512 for the package ${source.package}; update it.`);
      }
      const config = await configOf(source, context);
      return fetched(source, { version: resolved.version, integrity }, config, context);
    },
    latest: async (source, context) => {
      const config = await configOf(source, context);
      if (context.offline) throw offlineError(source);
      return (await lookUpPackage(source, config, context)).latest;
    },
  };
}

async function configOf(source: NpmSource, { directory, env }: FetchContext): Promise<NpmConfig> {
  assertPackageName(source.package);
  return npmConfig(source.package, { directory, env, registry: source.registry });
}

function questionOf(source: NpmSource, { registry }: NpmConfig): string {
  const pin = "version" in source ? `version ${source.version}` : `tag ${source.ref}`;
  return `${registry.href} ${source.package} ${pin}`;
}

async function recalled(source: NpmSource, question: string, context: FetchContext): Promise<Point> {
  const { version, integrity: written } = (await recall(context.cacheFolder, question)) ?? {};
  const integrity = strongestIntegrity(written);
  if (typeof version !== "string" || integrity === undefined) throw offlineError(source);
  return { version, integrity };
}

function fetched(source: NpmSource, point: Point, config: NpmConfig, context: FetchContext): FetchedSource {
  return {
    resolved: { version: point.version, integrity: point.integrity },
    open: async (): Promise<SourceTree> => {
      const where = `The package ${source.package}@${point.version}`;
      const tarball = await tarballOf(source, point, config, context);
      const tree = await readArchive(tarball, { limits: context.limits, stripTopFolder: true, where });
      const skillFolders = await packageSkillFolders(tree);
      return skillFolders === undefined ? tree : { ...tree, skillFolders };
    },
  };
}

async function tarballOf(
  source: NpmSource,
  point: Point,
  config: NpmConfig,
  context: FetchContext,
): Promise<Uint8Array> {
  const { version, integrity } = point;
  const name = createHash("sha256").update(integrity).digest("hex");
  const file = join(context.cacheFolder, "tarballs", `${name}.tgz`);
  const kept = await readFile(file).catch(() => undefined);
  if (kept !== undefined && matchesIntegrity(kept, integrity)) return kept;
  if (context.offline) throw offlineError(source);
  const place = point.tarball ?? (await sameVersion(source, point, config, context));
  const bytes = await downloadTarball(place, config, context);
  if (!matchesIntegrity(bytes, integrity)) {
    const message = `The files of ${source.package}@${version} are not what the ${point.tarball === undefined ? "lock" : "registry"} says: their digest is another than ${integrity}.`;
    throw new SkillError("digest-mismatch", message, { facts: { package: source.package, version, integrity } });
  }
  await keep(file, bytes);
  return bytes;
}

async function sameVersion(
  source: NpmSource,
  { version, integrity }: Point,
  config: NpmConfig,
  context: FetchContext,
): Promise<URL> {
  const now = (await lookUpPackage(source, config, context)).version(version);
  const isOther = now.integrity !== integrity && now.integrity.slice(0, 6) === integrity.slice(0, 6);
  if (!isOther) return now.tarball;
  const message = `The registry has other files for ${source.package}@${version} than the lock: ${now.integrity} in place of ${integrity}.`;
  throw new SkillError("digest-mismatch", message, { facts: { package: source.package, version, integrity } });
}

async function keep(file: string, bytes: Uint8Array): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(join(file, ".."), { recursive: true, mode: 0o700 });
    await writeFile(draft, bytes, { mode: 0o600, flag: "wx" });
    await rename(draft, file);
  } catch {
    // Then it is downloaded again.
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

function offlineError(source: NpmSource): SkillError {
  const message = `The package ${source.package} is not in the cache as it is wanted, and nothing may be asked of the network; run this once online.`;
  return new SkillError("source-unavailable", message, { facts: { package: source.package } });
}
