import { resolve, sep } from "node:path";
import type { ParsedArgs } from "../args/command.ts";
import { UsageError } from "../usage-error.ts";
import type { BuildProtocol } from "./skill-md/skill-md-input.ts";

/** What a built skill runs on. */
export type BuildMode = "node" | "bun";

/** How `tradecraft build` was called. */
export interface BuildOptions {
  readonly cwd: string;
  /** Absolute. */
  readonly entry: string;
  /** Absolute. */
  readonly outDir: string;
  readonly mode: BuildMode;
  readonly protocol: BuildProtocol;
  readonly schemas: "prepared" | "library";
  /** Platforms to make executables for. */
  readonly targets: readonly string[];
  readonly smoke: boolean;
  /** Replace what no build made. */
  readonly force: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warn?: (message: string) => void;
}

/** Platforms that executables can be made for. */
export const TARGETS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "windows-x64"] as const;

const defaultTargets = ["darwin-arm64", "linux-x64"];

/** Understands the arguments of `tradecraft build`. */
export function resolveBuildOptions(
  { positionals, values, flags }: ParsedArgs,
  { cwd, env }: Pick<BuildOptions, "cwd" | "env">,
): BuildOptions {
  const [entry = ""] = positionals;
  const out = values.get("out");
  if (out === undefined) throw new UsageError("argument-missing", "build needs a folder to build: -o <folder>");
  const mode = (values.get("mode") ?? "node") as BuildMode;
  const given = values.get("targets");
  if (mode === "node" && (given !== undefined || flags.has("single")))
    throw new UsageError("option-value", "--targets and --single are for --mode bun; a bundle for Node runs anywhere");
  if (given !== undefined && flags.has("single"))
    throw new UsageError("option-value", "--targets and --single exclude each other");
  const paths = { entry: resolve(cwd, entry), outDir: resolve(cwd, out) };
  if (paths.entry.startsWith(`${paths.outDir}${sep}`) || paths.outDir === resolve("/"))
    throw new UsageError("option-value", "The folder to build is replaced, so the workflow's own file cannot be in it");
  return {
    cwd,
    ...paths,
    mode,
    protocol: (values.get("protocol") ?? "session") as BuildProtocol,
    schemas: (values.get("schemas") ?? "prepared") as BuildOptions["schemas"],
    targets: targetsOf(given, flags.has("single")),
    smoke: !flags.has("no-smoke"),
    force: flags.has("force"),
    env,
  };
}

function targetsOf(given: string | undefined, single: boolean): readonly string[] {
  if (single) return [currentTarget()];
  if (given === undefined) return defaultTargets;
  const targets = given.split(",").map((target) => target.trim());
  for (const target of targets) {
    if (!(TARGETS as readonly string[]).includes(target))
      throw new UsageError("option-value", `There is no target "${target}"; there are ${TARGETS.join(", ")}`);
  }
  return [...new Set(targets)];
}

/** The platform of this machine. */
export function currentTarget(): string {
  return `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
}
