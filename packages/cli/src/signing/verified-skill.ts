import type { FileChange, SignatureReport } from "@tradecraft/sdk/supply";

/** One skill, and what of it was looked at. */
export interface VerifiedFolder {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  /** What the lock says about its content; undefined where it is not compared with one. */
  readonly lock: { readonly state: string; readonly changes: readonly FileChange[] } | undefined;
  /** Undefined where there is no folder to look into. */
  readonly signature: SignatureReport | undefined;
  /** Whether everything that was asked for holds. */
  readonly ok: boolean;
}
