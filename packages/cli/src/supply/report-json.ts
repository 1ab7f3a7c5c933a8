import type { SyncReport } from "@tradecraft/sdk/supply";
import { jsonDocument } from "../report/json-document.ts";

/** What a command did, as one JSON document. `ok` is whether the exit code is 0. */
export function reportJson(ok: boolean, report: SyncReport, more: Readonly<Record<string, unknown>> = {}): string {
  return jsonDocument(ok, { ...more, ...report });
}
