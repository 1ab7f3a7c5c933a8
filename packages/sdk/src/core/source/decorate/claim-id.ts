import { refusedSkillId } from "../skill-id.ts";
import type { SkillEntry, SkillSource, SourceDiagnostic } from "../skill-source.ts";

/** Who answers for an id, and under which id of its own. */
export interface SkillRoute {
  readonly entry: SkillEntry;
  readonly source: SkillSource;
  /** The id that `source` knows. */
  readonly id: string;
  readonly label: string;
}

/** Adds the route under its entry's id, unless that is no id or is taken: the first to claim it keeps it. */
export function claimId(
  routes: Map<string, SkillRoute>,
  route: SkillRoute,
  report: (diagnostic: SourceDiagnostic) => void,
): void {
  const { id } = route.entry;
  const problem = refusedSkillId(id);
  if (problem !== undefined) {
    const message = `The skill "${route.id.slice(0, 100)}" of ${route.label} is left out, its id is refused: ${problem}.`;
    report({ code: "entry-invalid", severity: "error", message, source: route.label, id: String(id).slice(0, 200) });
    return;
  }
  const owner = routes.get(id);
  if (owner === undefined) {
    routes.set(id, route);
    return;
  }
  const message =
    owner.source === route.source && owner.id === route.id
      ? `${route.label} lists the id "${id}" twice; the first is used.`
      : `The id "${id}" belongs to ${who(owner)}; the skill of ${who(route)} is left out.`;
  report({ code: "skill-shadowed", severity: "warning", message, source: route.label, id });
}

function who({ entry, id, label }: SkillRoute): string {
  return id === entry.id ? label : `${label} ("${id}")`;
}
