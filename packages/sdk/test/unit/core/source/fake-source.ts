import { SkillError } from "../../../../src/core/errors.ts";
import type { SkillEntry, SkillSource, SourceDiagnostic } from "../../../../src/core/source/skill-source.ts";
import { missingResource, unknownSkill } from "../../../../src/core/source/skill-id.ts";

/** A source whose answers say where they come from, that counts its calls, and that can be made to fail. */
export interface FakeSource extends SkillSource {
  /** Every call, as `read a`, in order. */
  readonly calls: string[];
  /** What the next calls reject with. */
  failure: unknown;
  /** Calls wait until this resolves. */
  gate: Promise<void>;
  entries: SkillEntry[];
  /** Part of every answer. */
  version: number;
  readonly signals: (AbortSignal | undefined)[];
  diagnostics: SourceDiagnostic[];
  changed(): void;
  readonly watchers: Set<() => void>;
}

export function fakeSource(label: string, ids: readonly string[], files: readonly string[] = ["file.txt"]): FakeSource {
  const watchers = new Set<() => void>();
  const enter = async (name: string, signal: AbortSignal | undefined): Promise<void> => {
    source.calls.push(name);
    source.signals.push(signal);
    await source.gate;
    if (source.failure !== undefined) throw source.failure;
  };
  const known = (id: string): void => {
    if (!source.entries.some((entry) => entry.id === id)) throw unknownSkill(id);
  };
  const source: FakeSource = {
    label,
    calls: [],
    signals: [],
    failure: undefined,
    gate: Promise.resolve(),
    version: 1,
    diagnostics: [],
    watchers,
    entries: ids.map((id) => ({ id, name: id, description: `${id} of ${label}` })),
    changed: () => watchers.forEach((watcher) => watcher()),
    list: async ({ signal, onDiagnostic } = {}) => {
      await enter("list", signal);
      for (const diagnostic of source.diagnostics) onDiagnostic?.(diagnostic);
      return source.entries;
    },
    read: async (id, { signal } = {}) => {
      await enter(`read ${id}`, signal);
      known(id);
      return `${label} ${id} v${source.version}`;
    },
    listResources: async (id, { signal } = {}) => {
      await enter(`listResources ${id}`, signal);
      known(id);
      return files.map((path) => ({ path }));
    },
    readResource: async (id, path, { signal } = {}) => {
      await enter(`readResource ${id} ${path}`, signal);
      known(id);
      if (!files.includes(path)) throw missingResource(id, path);
      return `${label} ${id}/${path} v${source.version}`;
    },
    watch: async (onChange) => {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
  };
  return source;
}

/** A source with the two methods that every source has. */
export function bareSource(label: string, ids: readonly string[]): SkillSource {
  const source = fakeSource(label, ids);
  return { label, list: (options) => source.list(options), read: (id, options) => source.read(id, options) };
}

export const outage = (): SkillError => new SkillError("source-unavailable", "It is down.");

/** Collects diagnostics: pass `tell`, look at `found`. */
export function listener(): { found: SourceDiagnostic[]; tell: (diagnostic: SourceDiagnostic) => void } {
  const found: SourceDiagnostic[] = [];
  return { found, tell: (diagnostic) => void found.push(diagnostic) };
}

/** A promise and the function that resolves it. */
export function latch(): { promise: Promise<void>; open: () => void } {
  let open = (): void => {};
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}
