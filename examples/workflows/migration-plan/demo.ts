import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileSessionStore } from "@tradecraft/sdk/node";
import { mockModel, runSkill } from "@tradecraft/sdk/testing";
import { type CliResult, createWorkflowEngine, isDone, isPrompt } from "@tradecraft/sdk/workflow";
import type { Demo } from "../demo.ts";
import migrationPlan from "./skill.ts";

const batches = [
  { title: "Helpers", files: ["src/time.ts"] },
  { title: "Reports", files: ["src/report.ts", "src/export.ts"] },
  { title: "Calendar", files: ["src/calendar.ts"] },
];

const answers: Record<string, readonly object[]> = {
  "take-stock": [
    {
      files: batches.flatMap(({ files }) => files).map((path) => ({ path, uses: 3, hard: path.includes("calendar") })),
      example: { before: "moment(date).add(1, 'day')", after: "addDays(date, 1)" },
    },
  ],
  draft: [
    { summary: "Everything at once", batches: [{ title: "All", files: batches.flatMap(({ files }) => files) }] },
    { summary: "From the helpers outwards", batches },
  ],
  approve: [{ approved: false, remarks: "Smaller batches, please." }, { approved: true }],
  migrate: batches.map(() => ({ tests: "pass", note: "No surprises." })),
  finish: [{ migrated: batches.flatMap(({ files }) => files), left: [], summary: "Four files, three batches." }],
};

export const demo: Demo = async function* () {
  const folder = mkdtempSync(join(tmpdir(), "migration-plan-"));
  const log = (): string[] => readFileSync(join(folder, "MIGRATION.md"), "utf8").trim().split("\n");
  const params = { from: "moment", to: "date-fns", folder };
  try {
    const whole = await runSkill(migrationPlan, { params, model: mockModel(answers) });
    assert.equal(log().length, 3);
    assert.ok(whole.prompts.some(({ prompt }) => prompt.includes("-moment(date).add(1, 'day')")));
    yield { title: "A migration, with a plan that was refused once", ...whole };

    // Again, with sessions in files: the first engine disappears after the second batch.
    const sessions = join(folder, "sessions");
    const interrupted = createWorkflowEngine(migrationPlan, { store: fileSessionStore(sessions) });
    const { session, result: first } = await interrupted.start({ params });
    const visits = new Map<string, number>();
    const answer = async (engine: typeof interrupted, result: CliResult): Promise<CliResult> => {
      assert.ok(isPrompt(result), JSON.stringify(result));
      const visit = visits.get(result.step) ?? 0;
      visits.set(result.step, visit + 1);
      const output = answers[result.step]?.[visit];
      return (await engine.advance({ session, step: result.step, output })).result;
    };
    let result = first;
    while (log().length < 5) result = await answer(interrupted, result);

    // Another process would do the same. It knows the session's id, and nothing else.
    const engine = createWorkflowEngine(migrationPlan, { store: fileSessionStore(sessions) });
    const before = await engine.status({ session });
    assert.deepEqual([before.state, before.step, before.visits["migrate"]], ["waiting", "migrate", 2]);
    ({ result } = await engine.resume({ session, preamble: true }));
    assert.ok(isPrompt(result) && result.preamble !== undefined && result.prompt.includes("src/calendar.ts"));
    while (!isDone(result)) result = await answer(engine, result);
    assert.deepEqual(result.finalOutput, whole.finalOutput);
    // Three batches in each run; none was written down twice.
    assert.equal(log().length, 6);
    const path = (await engine.history({ session })).map(({ step }) => step);
    yield {
      title: `Interrupted at "${before.step}", taken up by a second engine`,
      path,
      finalOutput: result.finalOutput,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
