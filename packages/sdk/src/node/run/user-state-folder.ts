import { homedir } from "node:os";
import { join } from "node:path";

/** Where programs keep what a person decided, on this system: Tradecraft's own folder in it. */
export function userStateFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { XDG_STATE_HOME: xdg, LOCALAPPDATA: local } = env;
  if (xdg !== undefined && xdg.startsWith("/")) return join(xdg, "tradecraft");
  const home = (process.platform === "win32" ? env["USERPROFILE"] : env["HOME"]) || homedir();
  if (process.platform === "win32" && local !== undefined && local !== "") return join(local, "tradecraft", "state");
  if (process.platform === "darwin") return join(home, "Library", "Application Support", "tradecraft");
  return join(home, ".local", "state", "tradecraft");
}
