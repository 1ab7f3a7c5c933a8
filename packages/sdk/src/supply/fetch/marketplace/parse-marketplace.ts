import { isExactVersion } from "./is-exact-version.ts";
import { createManifestReader, insideOf, type JsonPath, type ManifestReader } from "./manifest-reader.ts";
import type { GitSource, NpmSource } from "../../project/project.ts";
import { SkillError } from "../../../core/errors.ts";

/** Where a plugin lies: in the marketplace itself, or in another place. */
export type PluginPlace =
  | {
      readonly kind: "inside";
      /** The folder to try first, and the one without `pluginRoot`. */ readonly folders: readonly string[];
    }
  | { readonly kind: "git"; readonly source: GitSource; readonly folder: string; readonly shown: string }
  | { readonly kind: "npm"; readonly source: NpmSource; readonly shown: string };

/** One plugin of a marketplace. What it says further is read when it is wanted: the mistakes of others do not matter. */
export interface PluginEntry {
  readonly name: string;
  /** False: what the entry says is all; there may be a `plugin.json`, but not for us. */
  readonly strict: boolean;
  place(): PluginPlace;
  /** The entry's own `skills`. */
  skills(): ReturnType<ManifestReader["insides"]>;
  fail(path: JsonPath, problem: string): never;
}

/** Reads a `.claude-plugin/marketplace.json`. @see https://code.claude.com/docs/en/plugin-marketplaces */
export function parseMarketplace(text: string, where: string): readonly PluginEntry[] {
  const reader = createManifestReader(text, where);
  const manifest = reader.object(reader.value, []);
  const { plugins } = manifest;
  if (!Array.isArray(plugins)) return reader.fail(["plugins"], "must be a list of plugins");
  const metadata = manifest["metadata"] === undefined ? {} : reader.object(manifest["metadata"], ["metadata"]);
  const pluginRoot =
    metadata["pluginRoot"] === undefined ? "." : reader.inside(metadata["pluginRoot"], ["metadata", "pluginRoot"]);
  return plugins.map((item: unknown, at): PluginEntry => {
    const path = ["plugins", at] as const;
    const fields = reader.object(item, path);
    const strict = fields["strict"] ?? true;
    if (typeof strict !== "boolean") return reader.fail([...path, "strict"], "must be true or false");
    return {
      name: pluginName(fields["name"], [...path, "name"], reader),
      strict,
      place: () => readPlace(fields["source"], [...path, "source"], pluginRoot, reader),
      skills: () => reader.insides(fields["skills"], [...path, "skills"]),
      fail: (below, problem) => reader.fail([...path, ...below], problem),
    };
  });
}

/** A plugin's name becomes a folder. */
function pluginName(value: unknown, path: JsonPath, reader: ManifestReader): string {
  const name = reader.text(value, path);
  if (name.includes("/")) return reader.fail(path, "must be a name without /");
  const normal = insideOf(name, (reason) => reader.fail(path, `cannot be used: ${reason}`));
  return normal === name ? name : reader.fail(path, "can be written in another way");
}

function readPlace(value: unknown, path: JsonPath, pluginRoot: string, reader: ManifestReader): PluginPlace {
  if (typeof value === "string") {
    // With a root for plugins, a bare name is a folder in it.
    const isBare = pluginRoot !== "." && /^[\w@-][\w@.-]*$/.test(value);
    const folder = isBare ? value : reader.inside(value, path);
    const joined = pluginRoot === "." ? folder : folder === "." ? pluginRoot : `${pluginRoot}/${folder}`;
    return { kind: "inside", folders: [...new Set([joined, folder])] };
  }
  const fields = reader.object(value, path);
  const text = (key: string): string => reader.text(fields[key], [...path, key]);
  const optional = (key: string): string | undefined => reader.optionalText(fields[key], [...path, key]);
  const kind = text("source");
  if (kind === "npm") return readNpm({ text, optional }, path, reader);
  const pin = readPin(optional("ref"), optional("sha"), path, reader);
  if (kind === "github") {
    const repo = text("repo");
    if (!/^[\w.-]+\/[\w.-]+$/.test(repo)) return reader.fail([...path, "repo"], "must be like owner/repo");
    return {
      kind: "git",
      source: { type: "git", url: `github:${repo}`, ...pin },
      folder: ".",
      shown: `github:${repo}`,
    };
  }
  if (kind !== "url" && kind !== "git-subdir") {
    return reader.fail([...path, "source"], "must be one of github, url, git-subdir, npm");
  }
  const written = text("url");
  const url = /^[\w.-]+\/[\w.-]+$/.test(written) ? `github:${written}` : written;
  const subfolder = kind === "url" ? undefined : text("path");
  const folder =
    subfolder === undefined
      ? "."
      : insideOf(subfolder, (reason) => reader.fail([...path, "path"], `cannot be used: ${reason}`));
  const source: GitSource = { type: "git", url, ...(folder !== "." && { path: folder }), ...pin };
  return { kind: "git", source, folder, shown: url };
}

function readNpm(
  { text, optional }: { text: (key: string) => string; optional: (key: string) => string | undefined },
  path: JsonPath,
  reader: ManifestReader,
): PluginPlace {
  const [name, version, registry] = [text("package"), optional("version"), optional("registry")];
  if (version !== undefined && /[\^~<>=*| ]|\bx\b/.test(version)) {
    return reader.fail([...path, "version"], "is a range; only one version or a tag can be pinned");
  }
  const pin = version !== undefined && isExactVersion(version) ? { version } : { ref: version ?? "latest" };
  return {
    kind: "npm",
    source: { type: "npm", package: name, ...pin, ...(registry !== undefined && { registry }) },
    shown: `npm:${name}`,
  };
}

function readPin(
  ref: string | undefined,
  sha: string | undefined,
  path: JsonPath,
  reader: ManifestReader,
): { readonly sha: string } | { readonly ref: string } {
  if (sha === undefined) return { ref: ref ?? "HEAD" };
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha)) return { sha };
  return reader.fail([...path, "sha"], "must be a whole commit: 40 hexadecimal digits");
}

/** The refusal of a repository without a marketplace. */
export function noMarketplace(where: string): SkillError {
  return new SkillError(
    "source-unavailable",
    `${where} has no .claude-plugin/marketplace.json, so it is no marketplace.`,
  );
}
