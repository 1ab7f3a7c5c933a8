import type { Approval } from "./approval-store.ts";

/** Whether a given approval is enough for what is wanted: the same content, and the same action or all of its kind. */
export function coversApproval(given: Approval, wanted: Approval): boolean {
  if (given.skill !== wanted.skill || given.digest !== wanted.digest) return false;
  if (given.action === wanted.action) return true;
  // All of a kind is one word and a star: a file may have a star in its name.
  return /^\S+ \*$/.test(given.action) && wanted.action.startsWith(given.action.slice(0, -1));
}
