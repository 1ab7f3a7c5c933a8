import { runCli } from "./run-cli.ts";

/** What `tradecraft check` found, as programs read it. */
export interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
}

/** Checks a folder. */
export async function checkJson(
  folder: string,
  ...args: string[]
): Promise<{ readonly code: number; readonly found: readonly Finding[] }> {
  const { code, stdout } = await runCli(["check", "--json", ...args, folder], { cwd: folder });
  const { skills } = JSON.parse(stdout) as { skills: { diagnostics: Finding[] }[] };
  return { code, found: skills.flatMap(({ diagnostics }) => diagnostics) };
}
