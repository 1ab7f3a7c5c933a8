import type { Preset, Structure } from "./check.ts";

/** A place at which defaults are filled in, or keys deleted. */
export interface Preparation {
  readonly path: readonly PropertyKey[];
  readonly structure: Structure;
}

export interface PresetOptions {
  readonly presets: Readonly<Record<string, Preset>>;
  readonly declares: (structure: Structure, key: string) => boolean;
}

/** Fills in defaults and deletes what is not declared, in a copy. Without either it is the value itself. */
export function applyPresets(data: unknown, work: readonly Preparation[], options: PresetOptions): unknown {
  if (work.length === 0) return data;
  const root = copy(data);
  for (const { path, structure } of work) {
    let place = root as Record<PropertyKey, unknown>;
    for (const key of path) place = place[key] as Record<PropertyKey, unknown>;
    for (const [key, , , preset] of structure.props ?? []) {
      if (!preset || key in place) continue;
      place[key] = preset.make === undefined ? preset.value : options.presets[preset.make]?.();
    }
    if (structure.undeclared !== "delete") continue;
    for (const key of Object.keys(place)) if (!options.declares(structure, key)) delete place[key];
  }
  return root;
}

function copy(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return value;
  const copied = Object.create(prototype) as Record<string, unknown>;
  for (const [key, part] of Object.entries(value)) {
    Object.defineProperty(copied, key, { value: copy(part), writable: true, enumerable: true, configurable: true });
  }
  return copied;
}
