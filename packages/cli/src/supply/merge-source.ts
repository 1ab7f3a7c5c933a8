import type { Project, ProjectSource } from "@tradecraft/sdk/supply";
import { UsageError } from "../usage-error.ts";
import type { DraftPin, NamedDraft, SourceDraft } from "./source-text/source-draft.ts";

const places = ["type", "url", "package", "path", "registry"] as const;

/**
 * A source that is added to a project: one of the same name and place gets the skills of both, and keeps its pin unless
 * another is given; one of the same name and another place is refused.
 */
export function mergeSource({ name, source }: NamedDraft, { skills }: Project): NamedDraft {
  const known = Object.hasOwn(skills, name) ? (skills[name] as SourceDraft & Record<string, unknown>) : undefined;
  if (known === undefined) return { name, source };
  const isSame = places.every((key) => known[key] === (source as SourceDraft & Readonly<Record<string, unknown>>)[key]);
  if (!isSame)
    throw new UsageError("option-value", `A source is called "${name}" already, and is another one; choose a --name`);
  const { version: _version, ref: _ref, sha: _sha, ...rest } = known;
  const pin = hasPin(source) ? {} : pinOf(known);
  // All is more than some: whoever asks for no skill in particular gets every one.
  const include = union(known.include, source.include);
  const { include: _include, ...kept } = rest;
  const exclude = (source.exclude ?? known.exclude ?? []).filter((skill) => source.include?.includes(skill) !== true);
  const { exclude: _exclude, ...others } = kept;
  return {
    name,
    source: {
      ...others,
      ...source,
      ...pin,
      ...(include !== undefined && { include }),
      ...(exclude.length > 0 && { exclude }),
    },
  };
}

/** Sources as a project gets them that may be another by now: each with its own pin, else with the one that was found for it. */
export function addSources(
  drafts: readonly NamedDraft[],
  pinned: Readonly<Record<string, ProjectSource>>,
  project: Project,
): Record<string, ProjectSource> {
  const added = drafts.map((draft) => {
    const { name, source } = mergeSource(draft, project);
    return [name, hasPin(source) ? source : { ...source, ...pinOf(pinned[name] as SourceDraft) }] as const;
  });
  return Object.fromEntries(added) as unknown as Record<string, ProjectSource>;
}

function hasPin({ version, ref, sha }: SourceDraft): boolean {
  return version !== undefined || ref !== undefined || sha !== undefined;
}

/** What a source says about its point, and nothing else. */
export function pinOf({ version, ref, sha }: DraftPin): DraftPin {
  return {
    ...(version !== undefined && { version }),
    ...(ref !== undefined && { ref }),
    ...(sha !== undefined && { sha }),
  };
}

function union(a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined {
  return a === undefined || b === undefined ? undefined : [...new Set([...a, ...b])];
}
