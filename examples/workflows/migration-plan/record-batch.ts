import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { action, type } from "@tradecraft/sdk/workflow";

/** Writes a batch down in the log that goes with the migration. It appends, so it must not happen twice. */
export const recordBatch = action({
  name: "record-batch",
  input: type({ folder: "string", title: "string", tests: "'pass' | 'fail'", note: "string" }),
  output: type({ batch: "string", status: "'pass' | 'fail'", note: "string" }),
  timeout: 10_000,
  run: async ({ input: { folder, title, tests, note } }) => {
    await appendFile(join(folder, "MIGRATION.md"), `- ${title}: ${tests}. ${note}\n`);
    return { batch: title, status: tests, note };
  },
});
