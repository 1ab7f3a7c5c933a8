import type { DraftPin } from "./source-draft.ts";

/** What stands behind `#`: a whole commit, a version, or the name of a branch or tag. */
export function parsePin(text: string): DraftPin {
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)) return { sha: text };
  return isVersion(text) ? { version: text } : { ref: text };
}

/** Whether this is one version, as a project file takes it. */
export function isVersion(text: string): boolean {
  return /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(text);
}
