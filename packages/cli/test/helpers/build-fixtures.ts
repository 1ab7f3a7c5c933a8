import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A workflow of two steps, in the words of an author. */
export function skillSource(name: string, changes: { readonly config?: string; readonly first?: string } = {}): string {
  const { config = "", first = 'type({ city: "1 <= string <= 40", days: "number.integer = 3" })' } = changes;
  return `
import { prompt, skill, terminal, type } from "@tradecraft/sdk/workflow";

export default skill({
  name: ${JSON.stringify(name)},
  description: "Plans a short trip and says what to pack. Use it when somebody asks where to go.",
  entry: "where",
  params: type({ traveller: "string", "budget?": "number > 0" }),
  ${config}
})
  .step("where", {
    prompt: ({ params }) => prompt\`Ask \${params.traveller} where to go.\`,
    response: ${first},
    next: "pack",
  })
  .step("pack", {
    prompt: "Say what to pack.",
    response: type({ items: "string[] > 0" }),
    next: terminal,
  })
  .build();
`;
}

/** What a call of a built skill printed. */
export interface Called {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What was printed, where it is JSON. */
  readonly result: Record<string, unknown>;
}

/** Calls \`scripts/run\` of a built skill, with nothing in the environment but the way to Node. */
export function callSkill(
  script: string,
  args: readonly string[],
  options: {
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly uid?: number;
    readonly input?: string;
  } = {},
): Called {
  const { uid } = options;
  const { status, stdout, stderr, error } = spawnSync(script, args, {
    cwd: options.cwd ?? "/",
    env: { PATH: process.env["PATH"], ...options.env },
    encoding: "utf8",
    input: options.input ?? "",
    timeout: 30_000,
    maxBuffer: 1e8,
    ...(uid !== undefined && { uid, gid: uid }),
  });
  if (error) throw error;
  let result: Record<string, unknown> = {};
  try {
    result = JSON.parse(stdout) as Record<string, unknown>;
  } catch {
    // Not every command prints JSON.
  }
  return { code: status, stdout, stderr, result };
}

/** Every file of a folder, by path, with its content and whether it can be run. */
export function filesOf(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const stats = statSync(join(folder, path));
    if (stats.isFile())
      files[path] = `${(stats.mode & 0o777).toString(8)} ${readFileSync(join(folder, path), "latin1")}`;
  }
  return files;
}
