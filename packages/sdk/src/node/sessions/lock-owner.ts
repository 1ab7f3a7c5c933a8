import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { fileErrorCode } from "../describe-file-error.ts";

/** Who holds a lock. */
export interface LockOwner {
  readonly pid: number;
  /** When that process began, as its system counts; empty where it does not tell. Process ids are used again. */
  readonly started: string;
  /** Where that process id means something. */
  readonly host: string;
  /** Of this one time that it was taken. */
  readonly token: string;
}

let own: Omit<LockOwner, "token"> | undefined;

/** This process, about to take a lock. */
export function lockOwner(token: string): LockOwner {
  own ??= { pid: process.pid, started: startOf(process.pid), host: `${hostname()} ${pidNamespace()}` };
  return { ...own, token };
}

/** What a lock file says; undefined while it is being written. */
export function parseLockOwner(text: string): LockOwner | undefined {
  try {
    const { pid, started, host, token } = JSON.parse(text) as Record<string, unknown>;
    const strings = [started, host, token].every((value) => typeof value === "string");
    if (!strings || typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
    return { pid, started, host, token } as LockOwner;
  } catch {
    return undefined;
  }
}

/** Milliseconds between signs of life that a holder gives by touching its lock's file. */
export const beatEvery = 5000;

/** So many without one, and a process of this machine that cannot be seen from here has ended. */
const silentAfter = 30_000;

/** Whether the process is known to have ended. Of other machines and containers nothing is known. */
export function hasEnded({ pid, started, host }: LockOwner): boolean {
  if (host !== lockOwner("").host) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return fileErrorCode(error) === "ESRCH";
  }
  return started !== "" && started !== startOf(pid);
}

/**
 * Whether a lock is nobody's any more. A process that can be seen holds it for as long as it lives, however long it was
 * stopped; others for as long as they gave a sign of life not so many milliseconds ago.
 */
export function isForgotten(owner: LockOwner, silence: number, staleAfter: number): boolean {
  const { host } = lockOwner("");
  // Where nobody tells when a process began, its id may be another's by now.
  if (owner.host === host) return hasEnded(owner) || (owner.started === "" && silence > staleAfter);
  const isSameMachine = machineOf(owner.host) === machineOf(host);
  return silence > (isSameMachine ? Math.min(silentAfter, staleAfter) : staleAfter);
}

function machineOf(host: string): string {
  return host.slice(0, host.lastIndexOf(" "));
}

function startOf(pid: number): string {
  try {
    // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: field 22; the second is in brackets and may hold any.
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ").at(-1)?.split(" ");
    return fields?.[19] ?? "";
  } catch {
    return "";
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
