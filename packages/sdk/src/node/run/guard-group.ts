import { spawn } from "node:child_process";

/**
 * Kills a group of processes as soon as this process is gone, whatever ended it: a Ctrl-C that nobody handles runs no
 * code of ours, and a group of its own gets none. Call the result when the group has ended.
 */
export function guardGroup(pid: number): () => void {
  if (process.platform === "win32") return () => undefined;
  // It waits for the end of an input that this process alone holds open.
  const guard = spawn("/bin/sh", ["-c", 'read -r _; kill -s KILL -- "-$1"', "sh", String(pid)], {
    cwd: "/",
    env: {},
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Where there is no shell, the script runs without a guard.
  guard.on("error", () => undefined);
  guard.stdin.on("error", () => undefined);
  guard.unref();
  return () => {
    // Killed before its input ends: by then the group's number may be somebody else's.
    guard.kill("SIGKILL");
    guard.stdin.destroy();
  };
}
