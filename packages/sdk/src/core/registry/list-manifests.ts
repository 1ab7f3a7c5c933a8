import type { ParseSkillResult, SkillManifest } from "../format/types.ts";
import type { SkillSource, SourceCallOptions } from "../source/skill-source.ts";
import { mapLimited } from "../map-limited.ts";
import { describeFailure } from "../source/decorate/describe-failure.ts";
import type { RegistrySnapshot } from "./registry-snapshot.ts";

const concurrency = 16;

/** Level 2 of every listed skill; one that cannot be read is reported, and the others still come. */
export async function listManifests(
  source: SkillSource,
  { entries, diagnostics }: RegistrySnapshot,
  parse: (raw: string) => ParseSkillResult,
  options: SourceCallOptions,
): Promise<SkillManifest[]> {
  const reported = new Set(diagnostics.filter(({ code }) => code === "file-unreadable").map(({ id }) => id));
  const read = await mapLimited(entries, concurrency, async ({ id }) => {
    try {
      return parse(await source.read(id, options)).manifest;
    } catch (error) {
      options.signal?.throwIfAborted();
      const message = `The skill "${id}" cannot be read. ${describeFailure(error)}`;
      if (!reported.has(id)) {
        reported.add(id);
        diagnostics.push({ code: "file-unreadable", severity: "error", message, source: source.label ?? "source", id });
      }
      return undefined;
    }
  });
  return read.filter((manifest) => manifest !== undefined);
}
