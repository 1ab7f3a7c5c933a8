import { SkillError } from "@tradecraft/sdk";
import type { CliIo } from "../io.ts";
import { jsonDocument } from "../report/json-document.ts";
import { visibleLines } from "../text/visible-lines.ts";
import { UsageError } from "../usage-error.ts";
import { fileObstacle } from "./file-obstacle.ts";

interface Told {
  readonly code: string;
  readonly message: string;
  readonly source?: string;
}

/** Says why nothing was done, for people and, if asked for, as JSON; the exit code. What nobody expects is thrown on. */
export function tellSupplyError(error: unknown, io: CliIo, json: boolean): number {
  const told = describe(error, io.cwd);
  if (told === undefined) throw error;
  if (json) io.stdout.write(jsonDocument(false, { error: told }));
  const [first = "", ...more] = visibleLines(told.message);
  io.stderr.write([`tradecraft: ${told.code}: ${first}`, ...more.map((line) => `  ${line}`), ""].join("\n"));
  return error instanceof UsageError || told.code === "project-invalid" ? 2 : 1;
}

function describe(error: unknown, cwd: string): Told | undefined {
  if (error instanceof UsageError) return { code: error.code, message: error.message };
  if (SkillError.is(error)) {
    const { source } = error.facts;
    const obstacle = error.code === "file-unwritable" ? fileObstacle(error.cause, cwd) : undefined;
    const message = obstacle === undefined ? error.message : unwritable(obstacle);
    return { code: error.code, message, ...(typeof source === "string" && { source }) };
  }
  // A disk that is full or a folder that may not be written: everything was put back before this was thrown.
  const obstacle = fileObstacle(error, cwd);
  return obstacle === undefined ? undefined : { code: "file-unwritable", message: unwritable(obstacle) };
}

function unwritable(obstacle: string): string {
  return `${obstacle}. Everything is as it was.`;
}
