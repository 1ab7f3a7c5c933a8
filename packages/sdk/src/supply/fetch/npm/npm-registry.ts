import { SkillError } from "../../../core/errors.ts";
import { nearestNames } from "../../../core/skillset/nearest-names.ts";
import type { NpmSource } from "../../project/project.ts";
import { download, shownAddress } from "../http/download.ts";
import type { FetchContext } from "../skill-fetcher.ts";
import { strongestIntegrity } from "./integrity.ts";
import type { NpmConfig } from "./npm-config.ts";

/** One version of a package, as its registry describes it. */
export interface NpmVersion {
  readonly version: string;
  /** `sha512-…` */
  readonly integrity: string;
  readonly tarball: URL;
}

/** A package, as its registry describes it. */
export interface NpmPackage {
  /** By exact version. Throws `source-unavailable` where there is none. */
  version(version: string): NpmVersion;
  /** By tag. Throws `source-unavailable` where there is none. */
  tagged(tag: string): NpmVersion;
  readonly latest: string | undefined;
}

const packageName = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;

/** Throws for what can be no package's name, and would be another address. */
export function assertPackageName(name: string): void {
  if (packageName.test(name) && name.length <= 214) return;
  throw new SkillError("source-unavailable", `${JSON.stringify(name.slice(0, 100))} is no name of a package.`);
}

/** Asks a registry about a package. */
export async function lookUpPackage(source: NpmSource, config: NpmConfig, context: FetchContext): Promise<NpmPackage> {
  const name = source.package;
  context.onProgress?.(`asking ${config.registry.host}`);
  const address = new URL(name.replace("/", "%2f"), config.registry);
  const answer = await download(address, {
    headers: (url) => ({
      accept: "application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8",
      ...config.authorization(url),
    }),
    limits: context.limits,
    proxies: config.proxies,
    signal: context.signal,
  });
  if (answer.status !== 200) throw refusal(name, config, answer.status);
  const { versions, "dist-tags": tags } = parsePackument(answer.bytes, name, config);
  const version = (wanted: string): NpmVersion => {
    const found = ownObject(versions, wanted);
    if (found === undefined) throw unknown(name, `version "${wanted}"`, wanted, Object.keys(versions).reverse());
    return describe(name, wanted, found, config);
  };
  const tagOf = (tag: string): string | undefined => {
    const value = Object.hasOwn(tags, tag) ? tags[tag] : undefined;
    return typeof value === "string" ? value : undefined;
  };
  return {
    version,
    tagged: (tag) => {
      const tagged = tagOf(tag);
      if (tagged === undefined) throw unknown(name, `tag "${tag}"`, tag, Object.keys(tags));
      return version(tagged);
    },
    latest: tagOf("latest"),
  };
}

/** Gets a version's tarball; its content is not looked at. */
export async function downloadTarball(tarball: URL, config: NpmConfig, context: FetchContext): Promise<Uint8Array> {
  context.onProgress?.(`downloading from ${tarball.host}`);
  const answer = await download(tarball, {
    // Digests are of the file as it is kept: a server must not pack it once more, nor have it unpacked on the way.
    headers: (url) => ({ "accept-encoding": "identity", ...config.authorization(url) }),
    limits: context.limits,
    proxies: config.proxies,
    signal: context.signal,
  });
  if (answer.status === 200) return answer.bytes;
  const shown = shownAddress(tarball);
  throw new SkillError("source-unavailable", `${shown} cannot be fetched: the server answers ${answer.status}.`, {
    facts: { url: shown, status: answer.status },
  });
}

type Json = Readonly<Record<string, unknown>>;

function parsePackument(bytes: Uint8Array, name: string, config: NpmConfig): { versions: Json; "dist-tags": Json } {
  try {
    const packument = JSON.parse(new TextDecoder().decode(bytes)) as Json;
    const versions = ownObject(packument, "versions");
    if (versions !== undefined) return { versions, "dist-tags": ownObject(packument, "dist-tags") ?? {} };
  } catch {
    // Said below.
  }
  const message = `${config.registry.href} answers nothing that describes the package ${name}; is it a registry of npm packages?`;
  throw new SkillError("source-unavailable", message, { facts: { package: name } });
}

function ownObject(object: Json, key: string): Json | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

function describe(name: string, version: string, described: Json, { registry }: NpmConfig): NpmVersion {
  const { integrity: written, tarball } = ownObject(described, "dist") ?? {};
  const integrity = strongestIntegrity(written);
  if (integrity === undefined) {
    const message = `${name}@${version} has no sha512 in ${registry.href}, so its content cannot be verified; it must be published again by a current npm.`;
    throw new SkillError("source-unavailable", message, { facts: { package: name, version } });
  }
  if (typeof tarball !== "string" || !URL.canParse(tarball, registry.href)) {
    const message = `${registry.href} does not say where the files of ${name}@${version} are.`;
    throw new SkillError("source-unavailable", message, { facts: { package: name, version } });
  }
  return { version, integrity, tarball: new URL(tarball, registry) };
}

function unknown(name: string, what: string, wanted: string, known: readonly string[]): SkillError {
  const message = `The package ${name} has no ${what}; name an exact one.${nearestNames(wanted, known)}`;
  return new SkillError("source-unavailable", message, { facts: { package: name } });
}

function refusal(name: string, { registry }: NpmConfig, status: number): SkillError {
  const reason =
    status === 404
      ? "there is no such package, or it is private and npm has no credentials for it"
      : status === 401 || status === 403
        ? "access is denied; give npm credentials for the registry, as for `npm install`"
        : `the registry answers ${status}`;
  const message = `The package ${name} cannot be fetched from ${registry.href}: ${reason}.`;
  return new SkillError("source-unavailable", message, { facts: { package: name, status } });
}
