import { SkillError } from "../../../core/errors.ts";
import { pinSkillFiles } from "../../../core/integrity/pin-skill-files.ts";
import type { SkillRegistry } from "../../../core/registry/skill-registry.ts";
import type { SourceDiagnostic } from "../../../core/source/skill-source.ts";
import { explain } from "./explain.ts";
import type { PlannedSkill } from "./plan-skill-uris.ts";
import { type PublishedFrontmatter, readPublishedFrontmatter } from "./read-published-frontmatter.ts";
import { fileUri } from "./skill-uri.ts";

/** What every conforming client takes. https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx#limits */
export const publishLimits: { readonly files: number; readonly bytes: number } = {
  files: 512,
  bytes: 16 * 1024 * 1024,
};

/** One file of a published skill. */
export interface PublishedFile {
  readonly path: string;
  readonly uri: string;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digest: string;
  readonly size: number;
}

/** A skill as clients of the extension see it. */
export interface PublishedSkill {
  readonly uri: string;
  readonly root: string;
  readonly id: string;
  readonly frontmatter: PublishedFrontmatter;
  /** By address, its SKILL.md included, sorted. */
  readonly files: ReadonlyMap<string, PublishedFile>;
}

/** A published skill, or why it is none. */
export type PublishResult = { readonly skill: PublishedSkill } | { readonly problem: SourceDiagnostic };

/** Reads all of a skill now, and makes its entry. */
export async function publishSkill(registry: SkillRegistry, planned: PlannedSkill): Promise<PublishResult> {
  const { entry, root, uri } = planned;
  const { id } = entry;
  try {
    const { raw } = await registry.trigger(id);
    const read = readPublishedFrontmatter(raw);
    if (!("frontmatter" in read)) return { problem: explain(read.code, entry, read.why, read.place) };
    const { frontmatter } = read;
    if (frontmatter.name !== entry.name) {
      const why = `its frontmatter says "${frontmatter.name.slice(0, 100)}", and not "${entry.name}"`;
      return { problem: explain("name-directory", entry, why, { field: "name" }) };
    }
    const resources = await registry.files(id);
    const count = resources.length + 1;
    if (count > publishLimits.files) {
      const why = `it has ${count} files, and clients take at most ${publishLimits.files}`;
      return { problem: explain("file-count", entry, why) };
    }
    const known = resources.reduce((sum, { size = 0 }) => sum + size, new TextEncoder().encode(raw).length);
    if (known > publishLimits.bytes) return { problem: explain("file-too-large", entry, tooLarge(known)) };
    const pinned = await pinSkillFiles(
      {
        readSkill: async () => raw,
        listResources: async () => resources,
        readResource: (path, options) => registry.resource(id, path, options),
      },
      { maxFiles: publishLimits.files, maxBytes: publishLimits.bytes },
    );
    const files: PublishedFile[] = [];
    for (const { path, size, sha256 } of pinned) {
      const at = fileUri(root, path);
      if (at === undefined)
        return { problem: explain("file-unreadable", entry, `no address can hold the name of its file "${path}"`) };
      files.push({ path, uri: at, digest: `sha256:${sha256}`, size });
    }
    files.sort((a, b) => (a.uri < b.uri ? -1 : 1));
    return { skill: { uri, root, id, frontmatter, files: new Map(files.map((file) => [file.uri, file])) } };
  } catch (error) {
    if (!SkillError.is(error)) return { problem: explain("file-unreadable", entry, "it could not be read") };
    if (error.code === "file-too-large")
      return { problem: explain("file-too-large", entry, `${tooLarge()}. ${error.message.replace(/\.$/, "")}`) };
    return { problem: explain("file-unreadable", entry, error.message.replace(/\.$/, "")) };
  }
}

function tooLarge(bytes?: number): string {
  const what = bytes === undefined ? "its files are too large" : `its files have ${bytes} bytes`;
  return `${what}, and clients take at most ${publishLimits.bytes} (16 MiB)`;
}
