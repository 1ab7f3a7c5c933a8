import { SkillError } from "../../../core/errors.ts";
import { mapLimited } from "../../../core/map-limited.ts";
import type { SkillRegistry } from "../../../core/registry/skill-registry.ts";
import type { SourceDiagnostic } from "../../../core/source/skill-source.ts";
import { explain } from "./explain.ts";
import { fileDigest } from "./file-digest.ts";
import type { PlannedSkill } from "./plan-skill-uris.ts";
import { type PublishedFrontmatter, readPublishedFrontmatter } from "./read-published-frontmatter.ts";
import { fileUri, manifestPath } from "./skill-uri.ts";
import { toBytes } from "./to-bytes.ts";

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
  const refuse = (...[code, why, place]: Refusal): PublishResult => ({ problem: explain(code, entry, why, place) });
  try {
    const [{ raw }, resources] = await Promise.all([registry.trigger(id), registry.files(id)]);
    const read = readPublishedFrontmatter(raw);
    if (!("frontmatter" in read)) return refuse(read.code, read.why, read.place);
    const { frontmatter } = read;
    if (frontmatter.name !== entry.name) {
      const why = `its frontmatter says "${frontmatter.name.slice(0, 100)}", and not "${entry.name}"`;
      return refuse("name-directory", why, { field: "name" });
    }
    const count = resources.length + 1;
    if (count > publishLimits.files)
      return refuse("file-count", `it has ${count} files, and clients take at most ${publishLimits.files}`);
    const manifest = toBytes(raw);
    let total = manifest.length;
    // What is known to be too large is not even read.
    const known = resources.reduce((sum, { size = 0 }) => sum + size, total);
    if (known > publishLimits.bytes) return refuse("file-too-large", tooLarge(`has ${known} bytes`));
    const describe = async (path: string, bytes: Uint8Array<ArrayBuffer>): Promise<PublishedFile | string> => {
      const at = fileUri(root, path);
      return at === undefined ? path : { path, uri: at, digest: await fileDigest(bytes), size: bytes.length };
    };
    const described = await mapLimited(resources, 8, async ({ path }) => {
      if (total > publishLimits.bytes) return path;
      const bytes = toBytes(await registry.resource(id, path));
      total += bytes.length;
      return describe(path, bytes);
    });
    if (total > publishLimits.bytes) return refuse("file-too-large", tooLarge("is too large"));
    const files = [await describe(manifestPath, manifest), ...described];
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
