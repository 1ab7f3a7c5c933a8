import { homedir } from "node:os";
import { join } from "node:path";

/** Where programs keep what they can work out again, on this system: Tradecraft's own folder in it; undefined for a user without a home. */
export function userCacheFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = env;
  if (xdg !== undefined && xdg.startsWith("/")) return join(xdg, "tradecraft");
  if (process.platform === "win32" && local !== undefined && local !== "") return join(local, "tradecraft", "cache");
  const home = userHome();
  if (home === undefined) return undefined;
  return process.platform === "darwin"
    ? join(home, "Library", "Caches", "tradecraft")
    : join(home, ".cache", "tradecraft");
}

/** The user's home folder; undefined for a user without one. */
export function userHome(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}
