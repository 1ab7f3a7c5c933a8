import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { constants as zlib, inflateSync } from "node:zlib";

const name =
  /(?:^|\/)\.git\/(?:.{1,300}\/)?objects\/(?:[0-9a-f]{2}\/[0-9a-f]{38}(?:[0-9a-f]{24})?|pack\/(?:pack|multi-pack-index)[\w-]{0,80}(?:\.(?:pack|idx|rev|bitmap|mtimes))?|info\/(?:commit-graph|commit-graphs\/[\w-]{1,80}(?:\.graph)?))$/;

/** How packs, their indexes and graphs of commits begin. */
const signatures = new Set(["PACK", "\xfftOc", "RIDX", "BITM", "MTME", "MIDX", "CGPH"]);

/** Whether a path is where git keeps compressed objects. */
export function isObjectName(path: string): boolean {
  return name.test(path);
}

/** Whether a file begins as such an object does: what only bears the name of one is scanned as any file. */
export async function isGitObject(path: string): Promise<boolean> {
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      if (!(await file.stat()).isFile()) return false;
      const bytes = Buffer.alloc(64);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      if (signatures.has(bytes.toString("latin1", 0, 4))) return true;
      const start = inflateSync(bytes.subarray(0, bytesRead), { finishFlush: zlib.Z_SYNC_FLUSH });
      return /^(?:blob|tree|commit|tag) \d/.test(start.toString("latin1"));
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}
