import { fault } from "../failure.ts";
import type { SessionRun } from "../session-run.ts";
import { localName, outwardName, topFrame } from "../state/session-state.ts";
import { valueOf } from "../values/layered-record.ts";

/** Visits of a step that says nothing about them. One that comes by again is in a cycle, whatever the graph shows. */
const defaultVisits = 10;

/** Where to go instead of a step that was visited often enough; undefined if it may be entered. */
export function divertedStep(run: SessionRun, name: string, from: string): string | undefined {
  const frame = topFrame(run.state);
  const { steps } = run.placeOf(frame).definition;
  const { position } = run.state;
  // A visit that failed is over when the next step is entered.
  const open = position && !position.finished ? localName(frame, position.step) : undefined;
  const seen = new Set<string>();
  let at = name;
  for (;;) {
    const config = Object.hasOwn(steps, at) ? steps[at] : undefined;
    const visits = (valueOf(frame.visits, at) ?? 0) + (open === at ? 1 : 0);
    if (!config || visits < (config.maxVisits ?? defaultVisits)) return at === name ? undefined : at;
    const instead = config.onMaxVisits === "self" ? at : config.onMaxVisits;
    if (instead === undefined || seen.has(at)) {
      throw fault("max-visits", outwardName(frame, at), `"${at}" was visited ${visits} times, and may not be again.`, {
        hint: `Go back before "${from}" and answer differently, or give the step maxVisits and onMaxVisits.`,
      });
    }
    seen.add(at);
    at = instead;
  }
}

/**
 * Refuses a sub-skill that was visited often enough. It has no limit of its own: it may be visited as often as the most
 * patient step of the workflow that leads to it.
 */
export function refuseSubskill(run: SessionRun, name: string, from: string): void {
  const frame = topFrame(run.state);
  const { steps } = run.placeOf(frame).definition;
  const visits = valueOf(frame.visits, name) ?? 0;
  const most = Object.values(steps).reduce((limit, { maxVisits = 0 }) => Math.max(limit, maxVisits), defaultVisits);
  if (visits < most) return;
  const message = `The sub-skill "${name}" was visited ${visits} times, and may not be again.`;
  throw fault("max-visits", outwardName(frame, name), message, {
    hint: `Go back before "${from}" and answer differently, or give the step that leads to the sub-skill a higher maxVisits.`,
  });
}
