import type { CliIo } from "../io.ts";
import { UsageError } from "../usage-error.ts";
import { type Catalog, openCatalog } from "./open-catalog.ts";

/** The catalog of one folder that `--in` names, or of all that are discovered; refuses a folder that is none. */
export async function openAt(folder: string | undefined, io: Pick<CliIo, "cwd" | "env">): Promise<Catalog> {
  const catalog = await openCatalog(folder === undefined ? [] : [folder], io);
  const [problem] = catalog.problems;
  if (problem !== undefined) throw new UsageError("option-value", `--in ${folder}: ${problem.message}`);
  return catalog;
}
