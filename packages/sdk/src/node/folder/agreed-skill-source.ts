import { createHash } from "node:crypto";
import { SkillError } from "../../core/errors.ts";
import type { SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { mapLimited } from "../../core/map-limited.ts";
import { normalizeResourcePath } from "../../core/source/normalize-resource-path.ts";
import { readEntry } from "../../core/source/read-entry.ts";
import type { SkillEntry, SkillSource, SourceCallOptions } from "../../core/source/skill-source.ts";
import { compareSkillFolder } from "../pin/compare-skill-folder.ts";
import type { RootAgreement } from "./root-agreement.ts";

/** The same source, of which skills in agreed roots are given only as they were agreed to: also between two listings. */
export function agreedSkillSource(source: SkillSource, agreements: readonly RootAgreement[]): SkillSource {
  const filesOf = async (id: string, call: SourceCallOptions): Promise<SkillFileList | undefined> => {
    const directory = await source.directory?.(id, call);
    if (directory === undefined) return undefined;
    return agreements.map((agreement) => agreement.filesOf(directory)).find((files) => files !== undefined);
  };
  const read = async (id: string, call: SourceCallOptions = {}): Promise<string> => {
    const files = await filesOf(id, call);
    const text = await source.read(id, call);
    if (files !== undefined) assertContent(id, files, "SKILL.md", text);
    return text;
  };
  return {
    ...source,
    list: async (options = {}) => {
      const { signal, parse } = options;
      const call = signal === undefined ? {} : { signal };
      const entries = await mapLimited(
        await source.list(options),
        8,
        async (entry): Promise<SkillEntry | undefined> => {
          try {
            if ((await filesOf(entry.id, call)) === undefined) return entry;
            // From the very bytes that were agreed to: what was scanned may have been others.
            const own = readEntry(await read(entry.id, call), { id: entry.id, parse }).entry;
            const { location, revision } = entry;
            return (
              own && {
                ...own,
                ...(location !== undefined && { location }),
                ...(revision !== undefined && { revision }),
              }
            );
          } catch (error) {
            if (!SkillError.is(error)) throw error;
            const place = { source: source.label ?? "source", id: entry.id };
            options.onDiagnostic?.({ code: "folder-untrusted", severity: "warning", message: error.message, ...place });
            return undefined;
          }
        },
      );
      return entries.filter((entry) => entry !== undefined);
    },
    read,
    listResources: async (id, call = {}) => {
      const files = await filesOf(id, call);
      const resources = (await source.listResources?.(id, call)) ?? [];
      const known = new Map(files?.map((file) => [file.path, file]));
      const other = resources.find(({ path, size, executable }) => {
        const file = known.get(path);
        return file?.size !== (size ?? file?.size) || file?.executable !== (executable ?? file?.executable);
      });
      if (files !== undefined && other !== undefined) throw changed(id, other.path);
      return resources;
    },
    readResource: async (id, path, call = {}) => {
      const files = await filesOf(id, call);
      const content = (await source.readResource?.(id, path, call)) ?? "";
      if (files !== undefined) assertContent(id, files, normalizeResourcePath(path), content);
      return content;
    },
    directory: async (id, call = {}) => {
      const files = await filesOf(id, call);
      const directory = await source.directory?.(id, call);
      if (files === undefined || directory === undefined) return directory;
      const [change] = (await compareSkillFolder(directory, files)).changes;
      if (change !== undefined) throw changed(id, change.path);
      return directory;
    },
  };
}

function assertContent(id: string, files: SkillFileList, path: string, content: Uint8Array | string): void {
  const file = files.find((each) => each.path === path);
  if (file?.sha256 !== createHash("sha256").update(content).digest("hex")) throw changed(id, path);
}

function changed(id: string, path: string): SkillError {
  const facts = { id: id.slice(0, 200), path: path.slice(0, 200) };
  const message = `The skill "${facts.id}" is not what somebody agreed to any more: "${facts.path}" is another, or new.`;
  return new SkillError("digest-mismatch", message, { facts });
}
