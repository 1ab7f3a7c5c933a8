import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { RUN_MARKER } from "./script-environment.ts";

// A script's processes share a group, and most die with it. On Linux those that left the group are found too: by their
// parents, by their session, and by a variable in their environment. What left the group, lost its parent and cleared its
// environment is out of reach without a sandbox, where everything dies with the first process.

/** One run: its first process, which leads a group of its own, and the mark in its environment. */
export interface ProcessTree {
  readonly pid: number;
  readonly marker: string;
}

/** Sends a signal to every process of a run that can be found. */
export function killTree(tree: ProcessTree, signal: "SIGTERM" | "SIGKILL"): void {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(tree.pid), "/t", "/f"], { stdio: "ignore", windowsHide: true });
    return;
  }
  // Found before the first dies: with a parent gone, its children are nobody's.
  let found = findDescendants(tree);
  send(-tree.pid, signal);
  for (const pid of found) send(pid, signal);
  // A process may have forked while the others were looked at.
  for (let round = 0; signal === "SIGKILL" && found.length > 0 && round < 5; round++) {
    found = findDescendants(tree).filter((pid) => send(pid, signal));
  }
}

/** Kills what a run left behind after its first process had ended. */
export function killLeftovers(tree: ProcessTree, durationMs: number): void {
  if (process.platform === "win32") return;
  if (send(-tree.pid, 0)) return killTree(tree, "SIGKILL");
  if (process.platform !== "linux") return;
  const young = youngProcesses(tree.pid, durationMs);
  if (young === undefined) return killTree(tree, "SIGKILL");
  if (young.some((pid) => isMarked(pid, tree.marker))) killTree(tree, "SIGKILL");
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Ids given out since a process started, if they are few: the kernel counts up. */
function youngProcesses(since: number, durationMs: number): number[] | undefined {
  // In a second the count cannot come round again.
  if (durationMs > 1_000) return undefined;
  const last = Number(readProc("loadavg")?.trim().split(" ").at(-1));
  const count = last - since;
  return count >= 0 && count <= 200 ? Array.from({ length: count }, (_, at) => since + 1 + at) : undefined;
}

function findDescendants({ pid: root, marker }: ProcessTree): number[] {
  if (process.platform !== "linux") return [];
  const parents = new Map<number, number>();
  const found = new Set<number>();
  for (const name of readNames()) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    // The name in parentheses may hold anything, so what counts comes after the last one: state, parent, group, session.
    const [state, parent, group, session] =
      readProc(`${name}/stat`)
        ?.replace(/^.*\) /s, "")
        .split(" ") ?? [];
    if (state === undefined || state === "Z") continue;
    parents.set(pid, Number(parent));
    if (Number(group) === root || Number(session) === root || isMarked(pid, marker)) found.add(pid);
  }
  for (const pid of parents.keys()) if (hasAncestor(pid, root, parents)) found.add(pid);
  return [...found].filter((pid) => pid !== process.pid);
}

function hasAncestor(pid: number, root: number, parents: ReadonlyMap<number, number>): boolean {
  let at: number | undefined = pid;
  for (let depth = 0; at !== undefined && at > 1 && depth < 1_000; depth++) {
    if (at === root) return true;
    at = parents.get(at);
  }
  return false;
}

function isMarked(pid: number, marker: string): boolean {
  return readProc(`${pid}/environ`)?.split("\0").includes(`${RUN_MARKER}=${marker}`) ?? false;
}

function readNames(): string[] {
  try {
    return readdirSync("/proc");
  } catch {
    return [];
  }
}

function readProc(path: string): string | undefined {
  try {
    return readFileSync(`/proc/${path}`, "latin1");
  } catch {
    return undefined;
  }
}
