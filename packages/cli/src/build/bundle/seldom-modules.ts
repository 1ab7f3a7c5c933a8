/**
 * Modules of the SDK that few calls need, in its `dist`: commands beside start and advance, words for those who went wrong,
 * what a store in memory does, and the digest of a workflow whose digest the build did not write down.
 */
export const seldomModules: readonly string[] = [
  "node/sessions/stored-sessions.js",
  "run/arguments/locate-json-error.js",
  "run/commands/cleanup-sessions.js",
  "run/commands/look-at-sessions.js",
  "run/commands/resume-session.js",
  "run/output/help-text.js",
  "run/session/session-faults.js",
  "run/session/session-hints.js",
  "workflow/engine/current-prompt.js",
  "workflow/engine/digest-of-definition.js?original",
  "workflow/engine/go-back.js",
  "workflow/engine/replay/fits-json-schema.js",
  "workflow/engine/session-status.js",
  "workflow/session/memory-session-store.js",
];

/** Modules that only those need. */
export const ownModules: readonly string[] = [
  "core/code/schema-from-json.js",
  "core/sha256.js",
  "run/session/session-at-work.js",
  "workflow/engine/remaining-steps.js",
];
