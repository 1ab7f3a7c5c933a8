import type { FrontmatterValue } from "../../../core/format/types.ts";
import type { SkillRegistry } from "../../../core/registry/skill-registry.ts";
import type { SkillEntry } from "../../../core/source/skill-source.ts";
import { fileDigest } from "./file-digest.ts";
import {
  checkPublishedFrontmatter,
  type PublishedFrontmatterResult,
  readPublishedFrontmatter,
} from "./read-published-frontmatter.ts";
import { manifestPath } from "./skill-uri.ts";
import { toBytes } from "./to-bytes.ts";

/** One file of a skill that is to be published. */
export interface SkillPart {
  readonly path: string;
  /** As far as it is known before the file is read. */
  readonly size?: number;
  /** What an entry says about its content. */
  readonly describe: () => Promise<{ readonly digest: string; readonly size: number }>;
}

/** What the entry of a skill is made of. */
export interface SkillParts {
  readonly frontmatter: PublishedFrontmatterResult;
  /** Its SKILL.md first. */
  readonly files: readonly SkillPart[];
}

/** What a skill's entry is made of: an entry has the digest of every file, so that all of them are read, unless somebody knows. */
export async function loadSkillParts(registry: SkillRegistry, entry: SkillEntry): Promise<SkillParts> {
  return (await servedParts(registry, entry)) ?? readParts(registry, entry);
}

/**
 * A skill of another server, as that server's own entry describes it. Nothing of it is read ahead, and nobody is asked to
 * agree to it: whoever reads a file gets what the entry says, or nothing.
 */
async function servedParts(registry: SkillRegistry, { id, origin }: SkillEntry): Promise<SkillParts | undefined> {
  if (origin === undefined || registry.frontmatter === undefined) return undefined;
  const [fields, pinned] = await Promise.all([registry.frontmatter(id), registry.pinned(id)]);
  const manifest = pinned?.find(({ path }) => path === manifestPath);
  if (fields === undefined || pinned === undefined || manifest === undefined) return undefined;
  const sorted = [manifest, ...pinned.filter((file) => file !== manifest)];
  return {
    frontmatter: checkPublishedFrontmatter(fields as Readonly<Record<string, FrontmatterValue>>),
    files: sorted.map(({ path, size, sha256 }) => ({
      path,
      size,
      describe: async () => ({ digest: `sha256:${sha256}`, size }),
    })),
  };
}

async function readParts(registry: SkillRegistry, { id }: SkillEntry): Promise<SkillParts> {
  const [{ raw }, resources] = await Promise.all([registry.trigger(id), registry.files(id)]);
  const manifest = toBytes(raw);
  const describe = async (bytes: Uint8Array<ArrayBuffer>): Promise<{ digest: string; size: number }> => ({
    digest: await fileDigest(bytes),
    size: bytes.length,
  });
  const files = resources.map(({ path, size }) => ({
    path,
    ...(size !== undefined && { size }),
    describe: async () => describe(toBytes(await registry.resource(id, path))),
  }));
  return {
    frontmatter: readPublishedFrontmatter(raw),
    files: [{ path: manifestPath, size: manifest.length, describe: () => describe(manifest) }, ...files],
  };
}
