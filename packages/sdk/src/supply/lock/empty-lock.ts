import type { Lock } from "./lock.ts";

/** A lock that pins nothing yet. */
export const EMPTY_LOCK: Lock = { lockVersion: 1, sources: {}, installed: {} };
