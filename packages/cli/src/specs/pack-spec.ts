import type { CommandSpec } from "../args/command.ts";
import { inFolder, json } from "./shared-options.ts";

/** `tradecraft pack`. */
export const PACK_SPEC: CommandSpec = {
  name: "pack",
  summary: "Pack a skill into a .skill archive",
  arguments: {
    label: "<skill>",
    summary: "The path of the skill's folder, or id or name of a skill",
    min: 1,
    max: 1,
  },
  options: {
    output: { type: "string", short: "o", value: "file", summary: "Write to this file (default: <name>.skill)" },
    all: { type: "boolean", summary: "Leave nothing out" },
    in: inFolder,
    json,
  },
  details: [
    "The archive is a zip with the skill's folder in it; the same files give the same bytes. The skill is checked first.",
    "Left out, and named: __pycache__, node_modules, *.pyc, .DS_Store, .git, and the folder evals. Links are refused.",
    "",
    "Exit codes:",
    "  0   packed",
    "  1   the skill has errors, or cannot be packed or written",
    "  2   wrong usage",
  ],
  load: async () => (await import("../commands/pack.ts")).runPack,
};
