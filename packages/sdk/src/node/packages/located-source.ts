import type { SkillSource, SourceDiagnostic } from "../../core/source/skill-source.ts";

export interface LocatedSourceOptions {
  readonly label: string;
  /** Where a skill lies, for people, from where the source says that it lies. */
  readonly locate: (location: string | undefined) => string;
  /** Told where the source lists nothing, and says nothing about it. */
  readonly whenEmpty?: SourceDiagnostic;
}

/** A source under another label, whose entries lie elsewhere. */
export function locatedSource(source: SkillSource, { label, locate, whenEmpty }: LocatedSourceOptions): SkillSource {
  return {
    ...source,
    label,
    list: async (options = {}) => {
      let told = false;
      const onDiagnostic = (diagnostic: SourceDiagnostic): void => {
        told = true;
        options.onDiagnostic?.({ ...diagnostic, source: label });
      };
      const entries = await source.list({ ...options, onDiagnostic });
      if (entries.length === 0 && !told && whenEmpty !== undefined) options.onDiagnostic?.(whenEmpty);
      return entries.map((entry) => ({ ...entry, location: locate(entry.location) }));
    },
  };
}
