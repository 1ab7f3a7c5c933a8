import { homedir } from "node:os";
import { join } from "node:path";

/** Where programs keep what they can work out again, on this system: Tradecraft's own folder in it. */
export function userCacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = env;
  if (xdg !== undefined && xdg.startsWith("/")) return join(xdg, "tradecraft");
  if (process.platform === "win32" && local !== undefined && local !== "") return join(local, "tradecraft", "cache");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "tradecraft");
  return join(homedir(), ".cache", "tradecraft");
}
