import { SkillError } from "../../../core/errors.ts";
import { mapLimited } from "../../../core/map-limited.ts";
import type { SkillRegistry } from "../../../core/registry/skill-registry.ts";
import type { SourceDiagnostic } from "../../../core/source/skill-source.ts";
import { explain } from "./explain.ts";
import type { PlannedSkill } from "./plan-skill-uris.ts";
import type { PublishedFrontmatter } from "./read-published-frontmatter.ts";
import { loadSkillParts } from "./skill-parts.ts";
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

/** Makes the entry of a skill as it is now. */
export async function publishSkill(registry: SkillRegistry, planned: PlannedSkill): Promise<PublishResult> {
  const { entry, root, uri } = planned;
  const { id } = entry;
  const refuse = (...[code, why, place]: Refusal): PublishResult => ({ problem: explain(code, entry, why, place) });
  try {
    const { frontmatter: read, files: parts } = await loadSkillParts(registry, entry);
    if (!("frontmatter" in read)) return refuse(read.code, read.why, read.place);
    const { frontmatter } = read;
    if (frontmatter.name !== entry.name) {
      const why = `its frontmatter says "${frontmatter.name.slice(0, 100)}", and not "${entry.name}"`;
      return refuse("name-directory", why, { field: "name" });
    }
    if (parts.length > publishLimits.files)
      return refuse("file-count", `it has ${parts.length} files, and clients take at most ${publishLimits.files}`);
    // What is known to be too large is not even read.
    const known = parts.reduce((sum, { size = 0 }) => sum + size, 0);
    if (known > publishLimits.bytes) return refuse("file-too-large", tooLarge(`has ${known} bytes`));
    let total = 0;
    const files = await mapLimited(parts, 8, async ({ path, describe }): Promise<PublishedFile | string> => {
      if (total > publishLimits.bytes) return path;
      const { digest, size } = await describe();
      total += size;
      const at = fileUri(root, path);
      return at === undefined ? path : { path, uri: at, digest, size };
    });
    if (total > publishLimits.bytes) return refuse("file-too-large", tooLarge("is too large"));
    const nameless = files.find((file) => typeof file === "string");
    if (nameless !== undefined)
      return refuse("file-unreadable", `no address can hold the name of its file "${nameless}"`);
    const sorted = files.filter((file) => typeof file !== "string").sort((a, b) => (a.uri < b.uri ? -1 : 1));
    return { skill: { uri, root, id, frontmatter, files: new Map(sorted.map((file) => [file.uri, file])) } };
  } catch (error) {
    if (!SkillError.is(error)) return refuse("file-unreadable", "it could not be read");
    const said = error.message.replace(/\.$/, "");
    return error.code === "file-too-large" ? refuse("file-too-large", said) : refuse("file-unreadable", said);
  }
}

type Refusal = [code: SourceDiagnostic["code"], why: string, place?: Parameters<typeof explain>[3]];

function tooLarge(how: string): string {
  return `all of it ${how}, and clients take at most ${publishLimits.bytes} bytes (16 MiB)`;
}
