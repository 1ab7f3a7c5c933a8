import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { ExampleRun } from "../../../sdk/test/integration/run/mcp/example-answers.ts";
import { type Called, callSkill } from "./build-fixtures.ts";

/** How an answer reaches the skill. */
export const WAYS = ["flag", "equals", "stdin", "file", "line"] as const;

export type Way = (typeof WAYS)[number];

export interface DriveOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** In which answers and sessions are kept. */
  readonly folder: string;
  /** In turns, from answer to answer. */
  readonly ways?: readonly Way[];
  /** Called before each answer. */
  readonly before?: (session: BuiltSession, step: string) => void;
  readonly host?: string;
}

/** A session of a built skill. */
export interface BuiltSession {
  readonly id: string;
  readonly file: string;
  /** A command on the session. */
  call(command: string, ...args: string[]): Called;
  /** A line of the file, counted from 1. */
  line(number: unknown): Record<string, unknown>;
}

/** What an agent that knows an example answers, visit by visit. */
export function answerer({ answers }: Pick<ExampleRun, "answers">): (step: string) => unknown {
  const visits = new Map<string, number>();
  return (step) => {
    const visit = visits.get(step) ?? 0;
    visits.set(step, visit + 1);
    const answer = answers[step];
    return Array.isArray(answer) ? answer[Math.min(visit, answer.length - 1)] : answer;
  };
}

/** Runs an example to its end by what its stateless SKILL.md says; gives the last result and the steps it answered. */
export function driveStateless(run: string, example: ExampleRun, { folder, env, host = "generic" }: DriveOptions) {
  const handshake = [`--params=${JSON.stringify(example.params)}`, "--host", host];
  const answerOf = answerer(example);
  const history: unknown[] = [];
  const steps: string[] = [];
  const keep = ({ result, stderr, code }: Called): Record<string, unknown> => {
    expect([code, stderr, result["kind"]]).toEqual([0, "", expect.toBeOneOf(["prompt", "done"])]);
    const { completed, autoAdvanced = [] } = result as { completed?: unknown; autoAdvanced?: unknown[] };
    if (completed !== undefined) history.push(completed);
    history.push(...autoAdvanced);
    return result;
  };
  let result = keep(callSkill(run, handshake, { ...(env && { env }) }));
  while (result["kind"] === "prompt") {
    const step = String(result["step"]);
    steps.push(step);
    const kept = join(folder, "history.json");
    writeFileSync(kept, JSON.stringify(history));
    const args = ["advance", "--step", step, "--output", "-", "--history", `@${kept}`, ...handshake];
    result = keep(callSkill(run, args, { input: JSON.stringify(answerOf(step)), ...(env && { env }) }));
  }
  return { result, steps, history };
}

/** Begins a session. */
export function beginSession(run: string, args: readonly string[], { folder, env }: DriveOptions): BuiltSession {
  const where = ["--session-dir", join(folder, "sessions")];
  const started = callSkill(run, [...args, "--session", "new", ...where], { ...(env && { env }) });
  expect([started.code, started.stderr]).toEqual([0, ""]);
  const { sessionId: id, file } = started.result as { sessionId: string; file: string };
  const lines = (): string[] => readFileSync(file, "utf8").split("\n");
  return {
    id,
    file,
    call: (command, ...more) =>
      callSkill(run, [...command.split(" "), "--session", id, ...where, ...more], { ...(env && { env }) }),
    line: (number) => JSON.parse(lines()[Number(number) - 1] ?? "") as Record<string, unknown>,
  };
}

/** Runs an example to its end in a session; gives the last line and the steps it answered. */
export function driveSession(run: string, example: ExampleRun, options: DriveOptions) {
  const { folder, env, ways = ["flag"], host = "generic" } = options;
  const start = ["--params", JSON.stringify(example.params), "--host", host];
  const session = beginSession(run, start, options);
  const answerOf = answerer(example);
  const steps: string[] = [];
  let line = session.line(session.call("resume").stdout);
  const give = (step: string, text: string): Called => {
    const way = ways[steps.length % ways.length] ?? "flag";
    const file = join(folder, "answer.json");
    if (way === "file") writeFileSync(file, text);
    if (way === "line")
      appendFileSync(session.file, `${JSON.stringify({ type: "output", step, output: JSON.parse(text) })}\n`);
    const args = { flag: ["--output", text], equals: [`--output=${text}`], file: ["--output", `@${file}`], line: [] };
    if (way !== "stdin") return session.call("advance", ...(way === "line" ? [] : ["--step", step, ...args[way]]));
    const where = ["--session", session.id, "--session-dir", join(folder, "sessions")];
    return callSkill(run, ["advance", ...where, "--step", step, "--output", "-"], {
      input: text,
      ...(env && { env }),
    });
  };
  while (line["type"] === "prompt") {
    const step = String(line["step"]);
    options.before?.(session, step);
    const told = give(step, JSON.stringify(answerOf(step)));
    expect([told.code, told.stderr, told.stdout]).toEqual([0, "", expect.stringMatching(/^\d+\n$/)]);
    steps.push(step);
    line = session.line(told.stdout);
  }
  return { line, steps, session };
}
