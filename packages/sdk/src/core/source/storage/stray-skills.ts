import type { SourceDiagnostic } from "../skill-source.ts";
import type { KeyGroups } from "./group-keys.ts";

/** What to say of SKILL.md that lie where none is looked for: in no folder, or deeper than in one. */
export function straySkills({ folders, loose }: KeyGroups, prefix: string, source: string): SourceDiagnostic[] {
  const stray = (key: string, message: string): SourceDiagnostic => {
    return { code: "entry-invalid", severity: "warning", message, source, path: key.slice(0, 300) };
  };
  const found: SourceDiagnostic[] = [];
  if (loose !== undefined) {
    found.push(stray(loose, "A SKILL.md that is in no folder was left out: a skill is a folder of keys with one."));
  }
  for (const { name, keys } of [...folders.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    // Below a skill it is a file of that skill.
    if (keys.has("SKILL.md")) continue;
    const [first, ...more] = [...keys.keys()].filter((path) => path.endsWith("/SKILL.md")).sort();
    if (first === undefined) continue;
    const base = `${prefix}${name}`;
    const message = `${more.length + 1} SKILL.md were left out: they lie too deep. Make a source with another base, such as "${base.slice(0, 200)}".`;
    found.push(stray(`${base}:${first.replaceAll("/", ":")}`, message));
  }
  return found;
}
