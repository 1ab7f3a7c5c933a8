import type { CliIo } from "../io.ts";
import { visible } from "../text/visible.ts";
import { jsonDocument } from "./json-document.ts";

/** Why a command did not do its work; programs get everything that is in it. */
export interface ToldError {
  readonly code: string;
  readonly message: string;
}

/** Says in a line on stderr what went wrong and, with `--json`, as a document on stdout too. */
export function tellError(error: ToldError, io: Pick<CliIo, "stdout" | "stderr">, json: boolean): void {
  if (json) io.stdout.write(jsonDocument(false, { error }));
  io.stderr.write(`tradecraft: ${error.code}: ${visible(error.message)}\n`);
}
