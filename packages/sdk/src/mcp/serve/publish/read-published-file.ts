import { SkillError } from "../../../core/errors.ts";
import type { SkillRegistry } from "../../../core/registry/skill-registry.ts";
import { RpcError, rpcCodes } from "../rpc-error.ts";
import { fileDigest } from "./file-digest.ts";
import { mediaType } from "./media-type.ts";
import type { PublishedFile, PublishedSkill } from "./publish-skill.ts";
import type { SkillPublisher } from "./skill-publisher.ts";
import { canonicalUri, manifestPath } from "./skill-uri.ts";
import { toBytes } from "./to-bytes.ts";

/** The content of a published file: text where it is UTF-8, bytes otherwise. */
export type PublishedContent = { readonly mimeType: string } & (
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
);

/**
 * Reads a published file, and nothing else: an address is looked up among those of the entry, never opened as a path.
 * What is sent is always what the current entry describes; a skill for which that cannot be is published as dynamic.
 */
export async function readPublishedFile(
  registry: SkillRegistry,
  publisher: SkillPublisher,
  uri: string,
): Promise<PublishedContent | undefined> {
  const canonical = canonicalUri(uri);
  if (canonical === undefined) return undefined;
  // The second time the skill is read again: it may have changed since its entry was made, or, the third time, once more.
  for (const attempt of [1, 2, 3]) {
    const fresh = attempt > 1;
    const skill = await publisher.containing(canonical, { fresh });
    const file = skill?.files.get(canonical);
    if (skill === undefined || file === undefined) return undefined;
    const bytes = await read(registry, skill, file);
    if (bytes === undefined) continue;
    const isAsListed = bytes.length === file.size && (await fileDigest(bytes)) === file.digest;
    if (attempt === 3 && !isAsListed) publisher.markDynamic(skill.id);
    if (isAsListed || publisher.isDynamic(skill.id)) return toContent(bytes, file.path);
  }
  throw unreadable(uri);
}

function unreadable(uri: string): RpcError {
  return new RpcError(rpcCodes.internalError, `${uri} cannot be read now.`);
}

async function read(
  registry: SkillRegistry,
  { id }: PublishedSkill,
  { path, uri }: PublishedFile,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const content = path === manifestPath ? (await registry.trigger(id)).raw : await registry.resource(id, path);
    return toBytes(content);
  } catch (error) {
    // Whoever said no is not asked again for the same call.
    if (SkillError.is(error, "approval-denied")) throw unreadable(uri);
    if (SkillError.is(error)) return undefined;
    throw error;
  }
}

function toContent(bytes: Uint8Array, path: string): PublishedContent {
  const mimeType = mediaType(path);
  try {
    return { mimeType, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { mimeType, bytes };
  }
}
