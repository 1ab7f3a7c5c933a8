import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mapInOrder } from "../../src/map-in-order.ts";
import { spawnCli } from "./spawn-cli.ts";

/** Every example; `triage-desk` has sub-skills and topics. */
export const EXAMPLES: readonly string[] = [
  "migration-plan",
  "onboarding-survey",
  "release-assistant",
  "research-fan-out",
  "triage-desk",
];

const sources = fileURLToPath(new URL("../../../../examples/workflows/", import.meta.url));

/** Examples that were built. */
export interface BuiltExamples {
  /** Holds a folder for each, and whatever tests put there. */
  readonly folder: string;
  of(name: string): string;
  run(name: string): string;
  remove(): void;
}

/** Builds examples, each into a folder of its name. */
export async function buildExamples(
  names: readonly string[],
  options: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<BuiltExamples> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tradecraft-built-")));
  const build = async (name: string): Promise<void> => {
    const args = ["build", join(sources, name, "skill.ts"), "-o", join(folder, name), ...(options.args ?? [])];
    const { code, stderr } = await spawnCli(args, { cwd: folder, env: { ...options.env } });
    if (code !== 0) throw new Error(`${name} was not built: ${stderr}`);
  };
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    for await (const _ of mapInOrder(names, 2, build)) continue;
  } catch (error) {
    remove();
    throw error;
  }
  return {
    folder,
    of: (name) => join(folder, name),
    run: (name) => join(folder, name, "scripts/run"),
    remove,
  };
}
