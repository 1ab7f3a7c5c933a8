import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { BAKED_FORMAT } from "../bake/bake-skills.ts";
import type { LockedSkill } from "../lock/lock.ts";
import type { Change } from "./transaction/change.ts";

/** What a module was baked from, and what it was: enough to know it again without baking it again. */
export interface BakedRecord {
  readonly key: string;
  readonly sha256: string;
}

const pathOf = (journal: string): string => journal.replace(/\.json$/, ".baked");

/** What decides the bytes of a module. */
export function bakedKey(skills: readonly LockedSkill[], out: string): string {
  const parts = skills.map(({ name, digest }) => [name, digest]).sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  return sha256(JSON.stringify([BAKED_FORMAT, out, parts]));
}

/** The record of the last module; undefined if there is none that can be read. */
export async function loadBakedRecord(journal: string): Promise<BakedRecord | undefined> {
  try {
    const { key, sha256: content } = JSON.parse(await readFile(pathOf(journal), "utf8")) as Partial<BakedRecord>;
    return typeof key === "string" && typeof content === "string" ? { key, sha256: content } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether this is the module that was baked from the same. */
export function isBaked(module: Uint8Array | undefined, key: string, record: BakedRecord | undefined): boolean {
  return module !== undefined && record?.key === key && record.sha256 === sha256(module);
}

/** What makes the record that of this module. */
export function bakedRecordChange(journal: string, key: string, text: string): Change {
  return { kind: "file", path: pathOf(journal), contents: JSON.stringify({ key, sha256: sha256(text) }) };
}

function sha256(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
