import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { expect, it, vi } from "vitest";
import { main } from "../../../src/run/cli.ts";
import { fileSessionStore } from "../../../src/node/file-session-store.ts";
import { createWorkflowEngine } from "../../../src/workflow/engine/create-workflow-engine.ts";
import { memorySessionStore } from "../../../src/workflow/session/memory-session-store.ts";
import type { WorkflowDefinition } from "../../../src/workflow/define/workflow-definition.ts";
import { tempFolder } from "../node/temp-folder.ts";
import { countReads } from "./count-reads.ts";

async function loopDefinition(): Promise<WorkflowDefinition> {
  vi.stubEnv("FIXTURE", "loop");
  const { definition } = (await import("./fixtures/skills.ts")) as { definition: WorkflowDefinition };
  vi.unstubAllEnvs();
  return definition;
}

const note = (step: number): { note: string } => ({ note: `${step} `.padEnd(200, "n") });

/** A session of so many steps in a folder, as if commands had made it. */
async function sessionOf(definition: WorkflowDefinition, folder: string, steps: number): Promise<string> {
  const session = `s${steps}`;
  const memory = memorySessionStore();
  const engine = createWorkflowEngine(definition, { store: memory });
  await engine.start({ session });
  for (let step = 1; step <= steps; step++) await engine.advance({ session, step: "note", output: note(step) });
  const { records = [] } = (await memory.read(session)) ?? {};
  await fileSessionStore(folder).append(session, records, 0);
  return session;
}

async function costsAfter(steps: number, counted: () => number): Promise<readonly number[]> {
  const definition = await loopDefinition();
  const folder = join(tempFolder(), "sessions");
  const session = await sessionOf(definition, folder, steps);
  const run = async (...argv: string[]): Promise<string> => {
    let text = "";
    const stdout = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        text += chunk.toString();
        done();
      },
    });
    const args = [...argv, "--session", session, "--session-dir", folder];
    expect(await main(definition, { argv: args, stdout, stderr: stdout })).toBe(0);
    return text;
  };
  const file = join(folder, `${session}.jsonl`);
  expect(await run("resume")).toBe("2\n");
  const line = `${JSON.stringify({ type: "prompt", step: "note", completed: { response: note(0) } })}\n`;
  appendFileSync(file, line.repeat(2 * steps));
  // Whoever comes next counts those once.
  expect(await run("advance", "--step", "note", "--output", JSON.stringify(note(1)))).toBe(`${2 + 2 * steps + 2}\n`);
  counted();
  const costs: number[] = [];
  for (let step = 0; step < 70; step++) {
    if (step % 2 === 0) {
      appendFileSync(file, `${JSON.stringify({ type: "output", step: "note", output: note(step) })}\n`);
      await run("advance");
    } else {
      const key = step % 4 === 1 ? ["--key", `k${step}`] : [];
      await run("advance", "--step", "note", "--output", JSON.stringify(note(step)), ...key);
    }
    costs.push(counted());
  }
  return costs;
}

it("reads no more for an advance after 5,000 steps than after 10", async () => {
  // 70 advances see a whole round of snapshots.
  const counted = await countReads();
  const [early, late] = [await costsAfter(10, counted), await costsAfter(5000, counted)];
  expect(Math.max(...early)).toBeGreaterThan(1000);
  expect(Math.max(...late)).toBeLessThan(Math.max(...early) * 1.1);
});
