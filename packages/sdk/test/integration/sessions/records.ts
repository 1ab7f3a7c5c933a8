import type { SessionRecord } from "../../../src/workflow/session/session-record.ts";

export function recordOf(response: unknown): SessionRecord {
  return { type: "answered", step: "ask", visit: 1, response, at: "2026-01-01T00:00:00.000Z" };
}

export function recordsFrom(from: number, to: number): SessionRecord[] {
  return Array.from({ length: to - from }, (_, at) => recordOf(from + at));
}

export function responsesOf(records: readonly SessionRecord[] = []): unknown[] {
  return records.map((record) => (record.type === "answered" ? record.response : record));
}
