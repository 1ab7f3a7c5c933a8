import { createHash } from "node:crypto";
import { SkillError } from "../../../core/errors.ts";
import type { SkillFileList } from "../../../core/integrity/skill-file-list.ts";
import { mapLimited } from "../../../core/map-limited.ts";
import { normalizeResourcePath } from "../../../core/source/normalize-resource-path.ts";
import type { SkillResource, SkillSource } from "../../../core/source/skill-source.ts";
import { tooManyBytes, tooManyEntries } from "../checked-entries.ts";
import { isInLocked } from "../is-in-locked.ts";
import type { FetchContext, SkillOrigins } from "../skill-fetcher.ts";
import type { TreeEntry } from "../source-tree.ts";

/** A file of a skill that a source gave. */
export type GivenFile = TreeEntry & { readonly bytes: Uint8Array; readonly sha256: string };

/**
 * Every file of every skill of a source, or of the locked ones, each skill in a folder of its id, without what all ids
 * begin with; what the source pinned is verified.
 */
export async function readSkillSource(
  source: SkillSource,
  where: string,
  { limits, signal, onProgress }: FetchContext,
  locked?: SkillOrigins,
): Promise<{ readonly files: readonly GivenFile[]; readonly folders: readonly string[] }> {
  const call = signal === undefined ? {} : { signal };
  const onDiagnostic = ({ severity, message }: { severity: string; message: string }): void => {
    if (severity === "error") onProgress?.(`left out of ${where}: ${message}`);
  };
  const listed = await source.list({ ...call, onDiagnostic });
  const prefix = commonPrefix(listed.map(({ id }) => id));
  // What else tells servers apart in an id would be a drive in a path.
  const written = (id: string): string => id.slice(prefix.length).replaceAll(":", "/");
  const entries = locked === undefined ? listed : listed.filter(({ id }) => isInLocked(written(id), locked));
  let bytes = 0;
  let count = 0;
  let done = 0;
  const take = (content: Uint8Array | string): Uint8Array => {
    const taken = typeof content === "string" ? new TextEncoder().encode(content) : content;
    bytes += taken.length;
    count += 1;
    if (bytes > limits.maxUnpackedBytes) throw tooManyBytes(where, limits.maxUnpackedBytes);
    if (count > limits.maxEntries) throw tooManyEntries(where, limits.maxEntries);
    return taken;
  };
  const skills = await mapLimited(entries, 4, async ({ id }) => {
    signal?.throwIfAborted();
    const folder = normalizeResourcePath(written(id));
    const pinned = await source.pinned?.(id, call);
    const resources = (await source.listResources?.(id, call)) ?? [];
    if (count + resources.length > limits.maxEntries) throw tooManyEntries(where, limits.maxEntries);
    const main = given("SKILL.md", take(await source.read(id, call)), false);
    const others = await mapLimited(resources, 4, async ({ path, executable = false }: SkillResource) => {
      if (source.readResource === undefined) throw other(id, path, "it cannot be read");
      return given(normalizeResourcePath(path), take(await source.readResource(id, path, call)), executable);
    });
    onProgress?.(`${++done} of ${entries.length} skills`);
    const files = verified(id, [main, ...others], pinned);
    return { folder, files: files.map((file) => ({ ...file, path: `${folder}/${file.path}` })) };
  });
  return { files: skills.flatMap(({ files }) => files), folders: skills.map(({ folder }) => folder).sort() };
}

/** What the host calls the server, and puts before all of its ids: not for the lock, where another host may read it. */
function commonPrefix(ids: readonly string[]): string {
  const prefix = /^[^/:]+:/.exec(ids[0] ?? "")?.[0] ?? "";
  return ids.every((id) => id.startsWith(prefix)) ? prefix : "";
}

function given(path: string, bytes: Uint8Array, executable: boolean): GivenFile {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { path, kind: "file", size: bytes.length, executable, bytes, sha256 };
}

/** The files, if they are those that the source promised: all of them, and no others. */
function verified(id: string, files: readonly GivenFile[], pinned: SkillFileList | undefined): readonly GivenFile[] {
  if (pinned === undefined) return files;
  const promised = new Map(pinned.map((file) => [file.path, file]));
  const checked = files.map((file) => {
    const pin = promised.get(file.path);
    if (pin === undefined) throw other(id, file.path, "it was not promised");
    promised.delete(file.path);
    if (pin.sha256 !== file.sha256 || pin.size !== file.size) throw other(id, file.path, "its content is another");
    return { ...file, executable: pin.executable };
  });
  const [missing] = promised.keys();
  if (missing !== undefined) throw other(id, missing, "it is not there");
  return checked;
}

function other(id: string, path: string, reason: string): SkillError {
  const [skill, file] = [id.slice(0, 100), path.slice(0, 200)];
  const message = `The skill "${skill}" is not what its server promised: "${file}": ${reason}.`;
  return new SkillError("digest-mismatch", message, { facts: { skill, path: file } });
}
