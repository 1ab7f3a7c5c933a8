import type { ParseSkillResult, SkillManifest } from "../format/types.ts";
import type { SkillSource, SourceCallOptions } from "../source/skill-source.ts";
import { mapLimited } from "../map-limited.ts";
import type { RegistrySnapshot } from "./registry-snapshot.ts";

const concurrency = 16;

/** Level 2 of every listed skill; one that cannot be read is reported, and the others still come. */
export async function listManifests(
  source: SkillSource,
  { entries, diagnostics }: RegistrySnapshot,
  parse: (raw: string) => ParseSkillResult,
  options: SourceCallOptions,
): Promise<SkillManifest[]> {
  const read = await mapLimited(entries, concurrency, async ({ id }) => {
    try {
      return parse(await source.read(id, options)).manifest;
    } catch (error) {
      options.signal?.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      const message = `The skill "${id}" cannot be read: ${reason}`;
      const known = diagnostics.some((found) => found.id === id && found.message === message);
      if (!known) {
        diagnostics.push({ code: "file-unreadable", severity: "error", message, source: source.label ?? "source", id });
      }
      return undefined;
    }
  });
  return read.filter((manifest) => manifest !== undefined);
}
