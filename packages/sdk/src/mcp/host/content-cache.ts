import { createByteCache } from "../../core/source/http/byte-cache.ts";
import { sha256 } from "../../core/sha256.ts";

/**
 * Keeps files of MCP servers from one process to the next, where no source of local skills looks. What it gives back is
 * hashed before it is used, so that others may write to it. One store per person: answers may be for them alone.
 */
export interface McpContentStore {
  load(name: string): Promise<Uint8Array | undefined>;
  save(name: string, bytes: Uint8Array): Promise<void>;
  /** Forgets everything whose name begins with this. */
  remove?(prefix: string): Promise<void>;
}

/** A place in the cache: the server, the skill's URI and the file's digest; never the URI alone. */
export interface CachePlace {
  readonly uri: string;
  readonly digest: string;
}

/** Files that were verified once, and are again at each use. */
export interface ContentCache {
  /** The bytes, if they are there and still hash to what they should. */
  get(place: CachePlace): Promise<Uint8Array<ArrayBuffer> | undefined>;
  set(place: CachePlace, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Forgets all that came from the server. */
  clear(): Promise<void>;
}

/** Verified files in memory, and in a store if there is one. */
export function createContentCache(label: string, maxBytes: number, store: McpContentStore | undefined): ContentCache {
  let memory = createByteCache<{ readonly bytes: Uint8Array<ArrayBuffer> }>(maxBytes);
  const prefix = `mcp/${label}/`;

  const nameOf = async ({ uri, digest }: CachePlace): Promise<string> => {
    const skill = (await sha256(new TextEncoder().encode(uri))).slice("sha256:".length);
    return `${prefix}${skill}/${digest.slice("sha256:".length)}`;
  };

  return {
    async get(place) {
      const name = await nameOf(place);
      const held = memory.get(name)?.bytes;
      const kept = held ?? (await store?.load(name).catch(() => undefined));
      if (kept === undefined) return undefined;
      // A copy: what is held must not change under the next reader, nor between the check and the use.
      const bytes = new Uint8Array(kept);
      if ((await sha256(bytes)) === place.digest) return bytes;
      memory.delete(name);
      return undefined;
    },
    async set(place, bytes) {
      const name = await nameOf(place);
      memory.set(name, { bytes: bytes.slice() });
      // A file that cannot be kept is read again next time.
      await store?.save(name, bytes.slice()).catch(() => undefined);
    },
    async clear() {
      memory = createByteCache(maxBytes);
      await store?.remove?.(prefix);
    },
  };
}
