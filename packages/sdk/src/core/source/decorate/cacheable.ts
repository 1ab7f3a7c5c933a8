import { SkillError } from "../../errors.ts";
import type { SkillEntry, SkillResource, SourceDiagnostic } from "../skill-source.ts";

/** A listing as it is kept: nobody who gets it can change it for the next. */
export interface CachedListing {
  readonly entries: readonly SkillEntry[];
  readonly diagnostics: readonly SourceDiagnostic[];
}

/** Copies, frozen: the source keeps its own objects, and callers share these. */
export function frozenList<Item extends SkillEntry | SkillResource | SourceDiagnostic>(
  items: readonly Item[],
): readonly Item[] {
  return Object.freeze(items.map((item): Item => Object.freeze<Item>({ ...item })));
}

/** A copy of bytes. Not `slice()`: Node's Buffer shares its memory with what that returns. */
export function copyContent(content: Uint8Array | string): Uint8Array | string {
  return typeof content === "string" ? content : new Uint8Array(content);
}

/** About how much memory an answer takes. */
export function sizeOf(value: unknown): number {
  if (typeof value === "string") return 32 + 2 * value.length;
  if (value instanceof Uint8Array) return 64 + value.byteLength;
  if (typeof value !== "object" || value === null) return 8;
  let size = 32;
  for (const [key, part] of Object.entries(value)) size += 2 * key.length + sizeOf(part);
  return size;
}

/** True for an error after which an earlier answer may do: the source did not answer. A refusal or a "no" is an answer. */
export function isOutage(error: unknown): boolean {
  if (!SkillError.is(error)) return true;
  if (error.code !== "source-unavailable") return false;
  return error.facts["status"] !== 401 && error.facts["status"] !== 403;
}
