import { stringifyJson } from "./stringify-json.ts";

/** What `--json` prints: one object. `ok` is whether the exit code is 0; the rest is the command's own. */
export function jsonDocument(ok: boolean, fields: object): string {
  return stringifyJson({ version: 1, ok, ...fields });
}
