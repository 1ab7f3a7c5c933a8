import { isObserved } from "../observer-calls.ts";
import type { SessionRun } from "../session-run.ts";
import { valueOf } from "../values/layered-record.ts";

/** Ends the workflow at work: goes back to the one that waits for it, or ends the run. */
export async function endWorkflow(
  run: SessionRun,
  { from, to, finalOutput }: { readonly from: string; readonly to: string; readonly finalOutput: unknown },
): Promise<void> {
  const { frames } = run.state;
  const reason = to === "__terminal__" ? "terminal" : "redirect";
  // A sub-skill without a way on ends with the workflow that led to it.
  const waits = frames.findLastIndex(
    (frame, index) => index > 0 && run.placeOf(frame).registration?.next !== undefined,
  );
  const over = waits < 0 ? frames : frames.slice(waits);
  const path = isObserved(run.core, frames, "onSkillComplete") ? await run.allVisits() : [];
  const now = run.at();
  run.tell((nameIn) => ({ name: "onTransition", event: { from: nameIn(from), to, reason } }), frames);
  for (const frame of over) {
    const own = path.filter(({ step }) => frame.path === "" || step.startsWith(`${frame.path}/`));
    run.tell(
      (nameIn) => ({
        name: "onSkillComplete",
        event: {
          path: own.map(({ step }) => nameIn(step)),
          finalOutput,
          durationMs: Date.parse(now) - Date.parse(frame.since),
        },
      }),
      [frame],
    );
  }
  const returning = waits < 0 ? undefined : frames[waits]?.path;
  if (returning === undefined) return run.record({ type: "ended", finalOutput, at: now });
  const visit = (valueOf(run.state.numbers, returning) ?? 0) + 1;
  run.record({ type: "saved", step: returning, visit, result: finalOutput });
}
