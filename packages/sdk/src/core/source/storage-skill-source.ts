import { SkillError, type SkillErrorCode } from "../errors.ts";
import { mapLimited } from "../map-limited.ts";
import { assertUnambiguous } from "./collisions.ts";
import { normalizeResourcePath } from "./normalize-resource-path.ts";
import { readEntry } from "./read-entry.ts";
import { assertSkillId, missingResource, refusedSkillId, unknownSkill } from "./skill-id.ts";
import type { SkillEntry, SkillListOptions, SkillSource, SourceCallOptions, SourceDiagnostic } from "./skill-source.ts";
import { groupKeys, type KeyFolder, type KeyGroups, prefixOf } from "./storage/group-keys.ts";
import { straySkills } from "./storage/stray-skills.ts";
import { textRevision } from "./text-revision.ts";
import { waitFor } from "./wait-for.ts";

/** The part of a key-value storage that is used; a `Storage` of unstorage fits. */
export interface SkillStorage {
  /** Keys of the form `base:skill:references:file.md`, or with `/`. */
  getKeys(base?: string): Promise<readonly string[]>;
  /** Text or bytes as they were stored. `getItem` will not do: it turns text that looks like JSON into something else. */
  getItemRaw(key: string): Promise<unknown>;
  /** Calls back with the keys that change; resolves to what stops it. */
  watch?(callback: (event: "update" | "remove", key: string) => void): Promise<() => unknown>;
}

export interface StorageSkillSourceOptions {
  /** Names the source in diagnostics; default `storage`, with the base. */
  readonly label?: string;
  /** The folder of keys that holds the skills, such as `tenants:a`; nothing outside of it is read. Default: all keys. */
  readonly base?: string;
  /** How many SKILL.md are read at once by `list`. Default 8. */
  readonly concurrency?: number;
  /** Default 1 MiB. */
  readonly maxSkillBytes?: number;
  /** Default 16 MiB. */
  readonly maxResourceBytes?: number;
  /** Told what `list` finds when `read` calls it. */
  readonly onDiagnostic?: (diagnostic: SourceDiagnostic) => void;
}

/**
 * Skills in a key-value storage: `<base>:<skill>:SKILL.md`, and the skill's files beside it. Only keys that the storage
 * lists are read. Who may write to the storage, and what a driver makes of links in a folder, is the driver's business.
 */
export function storageSkillSource(storage: SkillStorage, options: StorageSkillSourceOptions = {}): SkillSource {
  const { base = "", concurrency = 8, maxSkillBytes = 2 ** 20, maxResourceBytes = 2 ** 24 } = options;
  const prefix = prefixOf(base);
  const label = options.label ?? (prefix === "" ? "storage" : `storage ${prefix.slice(0, -1)}`);
  let listed: Map<string, KeyFolder> | undefined;

  const locate = (folder: KeyFolder, path: string): string => `${prefix}${folder.name}:${path.replaceAll("/", ":")}`;

  async function foldersBelow(keyBase: string, signal: AbortSignal | undefined): Promise<KeyGroups> {
    signal?.throwIfAborted();
    const ask = async (): Promise<readonly string[]> =>
      keyBase === "" ? storage.getKeys() : storage.getKeys(keyBase.replace(/:$/, ""));
    const keys = await waitFor(ask(), signal).catch((cause: unknown) => {
      if (signal?.aborted === true) throw cause;
      throw new SkillError("source-unavailable", `${label}: its keys could not be listed.`, { cause });
    });
    return groupKeys(keys, prefix);
  }

  async function load(folder: KeyFolder, path: string, max: number, signal?: AbortSignal): Promise<unknown> {
    const fail = (code: SkillErrorCode, message: string, cause?: unknown): never => {
      const facts = { key: locate(folder, path) };
      throw new SkillError(code, `${label}: "${facts.key.slice(0, 300)}" ${message}.`, { facts, cause });
    };
    const key = folder.keys.get(path);
    signal?.throwIfAborted();
    const ask = async (): Promise<unknown> => (key === undefined ? undefined : storage.getItemRaw(key));
    const value = await waitFor(ask(), signal).catch(failed);
    function failed(cause: unknown): never {
      if (signal?.aborted === true) throw cause;
      return fail("file-unreadable", "could not be read", cause);
    }
    // A driver for folders hands out the error instead of throwing it.
    if (value instanceof Error) return failed(value);
    if (sizeOf(value) > max) fail("file-too-large", `is larger than ${max} bytes`);
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
    const usable = value === undefined || value === null || typeof value === "string" || value instanceof Uint8Array;
    return usable ? value : fail("file-not-text", "comes back as neither text nor bytes");
  }

  async function loadText(folder: KeyFolder, signal: AbortSignal | undefined): Promise<string> {
    const value = await load(folder, "SKILL.md", maxSkillBytes, signal);
    if (typeof value === "string") return value;
    const facts = { key: locate(folder, "SKILL.md") };
    if (!(value instanceof Uint8Array)) throw new SkillError("file-missing", `${facts.key} is gone.`, { facts });
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(value);
    } catch {
      throw new SkillError("file-not-text", `${facts.key} is not valid UTF-8.`, { facts });
    }
  }

  async function list({ signal, parse, onDiagnostic }: SkillListOptions = {}): Promise<readonly SkillEntry[]> {
    const groups = await foldersBelow(prefix, signal);
    for (const diagnostic of straySkills(groups, prefix, label)) onDiagnostic?.(diagnostic);
    const folders = [...groups.folders.values()]
      .filter(({ keys }) => keys.has("SKILL.md"))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const texts = await mapLimited(folders, Math.max(1, concurrency), async (folder) => {
      if (refusedSkillId(folder.name) !== undefined) return undefined;
      return loadText(folder, signal).catch((error: unknown) => {
        if (signal?.aborted === true || !SkillError.is(error)) throw error;
        return error;
      });
    });
    const found = new Map<string, KeyFolder>();
    const entries = folders.flatMap((folder, index): SkillEntry[] => {
      const place = { source: label, path: locate(folder, "SKILL.md").slice(0, 300) };
      const text = texts[index];
      const report = (
        code: SourceDiagnostic["code"],
        severity: "error" | "warning",
        message: string,
        id?: string,
      ): void => onDiagnostic?.({ code, severity, message, ...place, ...(id === undefined ? {} : { id }) });
      if (typeof text !== "string") {
        const reason = text?.message ?? `Its key is refused: ${refusedSkillId(folder.name)}.`;
        report("entry-invalid", "error", `A skill was left out. ${reason}`);
        return [];
      }
      const { entry, diagnostics } = readEntry(text, { parse, fallbackId: folder.name });
      const id = entry === undefined ? {} : { id: entry.id };
      for (const diagnostic of diagnostics) onDiagnostic?.({ ...diagnostic, ...place, ...id });
      if (entry === undefined) return [];
      if (folder.refused > 0) {
        report("entry-invalid", "warning", `${folder.refused} files with refused names were left out.`, entry.id);
      }
      if (found.has(entry.id)) {
        report("skill-shadowed", "warning", `There are two skills "${entry.id}"; the first key counts.`, entry.id);
        return [];
      }
      found.set(entry.id, folder);
      return [{ ...entry, location: place.path, revision: textRevision(text) }];
    });
    listed = found;
    return entries;
  }

  async function find(id: string, { signal }: SourceCallOptions): Promise<KeyFolder> {
    signal?.throwIfAborted();
    assertSkillId(id);
    const { onDiagnostic } = options;
    if (listed === undefined) await list({ ...(signal && { signal }), ...(onDiagnostic && { onDiagnostic }) });
    const folder = listed?.get(id);
    if (folder === undefined) throw unknownSkill(id);
    return folder;
  }

  async function filesOf({ name }: KeyFolder, signal: AbortSignal | undefined): Promise<KeyFolder> {
    const folder = (await foldersBelow(`${prefix}${name}:`, signal)).folders.get(name);
    return folder ?? { name, keys: new Map(), refused: 0 };
  }

  const source: SkillSource = {
    label,
    list,
    read: async (id, call = {}) => loadText(await find(id, call), call.signal),
    listResources: async (id, call = {}) => {
      const { keys } = await filesOf(await find(id, call), call.signal);
      const paths = [...keys.keys()].filter((path) => path !== "SKILL.md").sort();
      return paths.map((path) => ({ path }));
    },
    readResource: async (id, path, call = {}) => {
      const normalized = normalizeResourcePath(path);
      const known = await find(id, call);
      const folder = known.keys.has(normalized) ? known : await filesOf(known, call.signal);
      if (!folder.keys.has(normalized) || normalized === "SKILL.md") throw missingResource(id, normalized);
      assertUnambiguous(normalized, folder.keys.keys());
      const value = await load(folder, normalized, maxResourceBytes, call.signal);
      if (typeof value === "string") return new TextEncoder().encode(value);
      if (value instanceof Uint8Array) return new Uint8Array(value);
      throw missingResource(id, normalized);
    },
  };
  return storage.watch === undefined ? source : { ...source, watch: watchOf(storage, prefix) };
}

function watchOf(storage: SkillStorage, prefix: string): NonNullable<SkillSource["watch"]> {
  return async (onChange, { signal } = {}) => {
    signal?.throwIfAborted();
    // A storage with a prefix watches without it, so a base counts wherever in the key it stands.
    const stop = await storage.watch?.((_event, key) => {
      if (`:${key.replaceAll(/[/\\]/g, ":")}`.includes(`:${prefix}`)) onChange();
    });
    let stopped = false;
    const end = (): void => {
      if (stopped) return;
      stopped = true;
      signal?.removeEventListener("abort", end);
      Promise.resolve(stop?.()).catch(() => {});
    };
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted === true) end();
    return end;
  };
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return value instanceof ArrayBuffer || value instanceof Uint8Array ? value.byteLength : 0;
}
