import type { CommandSpec } from "../args/command.ts";

/** Commands for writing workflow skills. */
export const WORKFLOW_SPECS: readonly CommandSpec[] = [
  {
    name: "build",
    summary: "Build a skill's folder from a workflow: SKILL.md, scripts/run and all it needs",
    arguments: {
      label: "<entry>",
      summary: "A file of code (.ts, .js, .mjs …) that has a workflow as its default export",
      min: 1,
      max: 1,
    },
    options: {
      out: { type: "string", short: "o", value: "folder", summary: "The folder to build, called as the skill is" },
      mode: {
        type: "string",
        value: "name",
        choices: ["node", "bun"],
        summary: "What it runs on: Node 20 or later, or nothing, as executables that bun makes (default: node)",
      },
      targets: {
        type: "string",
        value: "a,b",
        summary: "With --mode bun: platforms (default: darwin-arm64,linux-x64)",
      },
      single: { type: "boolean", summary: "With --mode bun: for this machine alone" },
      protocol: {
        type: "string",
        value: "name",
        choices: ["session", "stateless"],
        summary: "What its SKILL.md teaches: answers kept in a file, or told again each time (default: session)",
      },
      schemas: {
        type: "string",
        value: "name",
        choices: ["prepared", "library"],
        summary: "Check answers with what was prepared from ArkType, or with ArkType itself (default: prepared)",
      },
      "no-smoke": { type: "boolean", summary: "Do not try the built skill before it is put in place" },
      watch: { type: "boolean", summary: "Build again whenever something changes" },
      json: { type: "boolean", summary: "Report as JSON: files, sizes, schemas, timings" },
    },
    details: [
      "The file is run to find out what it exports. Files in references/ and assets/ beside it come along. What else is in the",
      "folder stays, a package.json is added to, and a build that fails leaves the folder as it was.",
      "",
      "Examples:",
      "  tradecraft build src/skill.ts -o skills/my-skill",
      "  tradecraft build src/skill.ts -o skills/my-skill --mode bun --single",
      "",
      "Exit codes:",
      "  0   built",
      "  1   the workflow has mistakes, or cannot be built",
      "  2   wrong usage, or there is no such file",
    ],
    load: async () => (await import("../commands/build.ts")).runBuild,
  },
  {
    name: "graph",
    summary: "Draw the steps of a workflow, as Mermaid or SVG",
    arguments: {
      label: "<entry>",
      summary: "A file of code (.ts, .js, .mjs …) that has a workflow as its default export",
      min: 1,
      max: 1,
    },
    options: {
      svg: { type: "boolean", summary: "As an SVG picture instead of Mermaid" },
      out: { type: "string", value: "file", summary: "Write it to this file" },
      json: { type: "boolean", summary: "Nodes and edges as JSON" },
    },
    details: [
      "The file is run to find out what it exports, and so are functions that choose the next step, with sample values.",
      "",
      "Examples:",
      "  tradecraft graph src/skill.ts",
      "  tradecraft graph src/skill.ts --svg --out graph.svg",
      "",
      "Exit codes:",
      "  0   drawn",
      "  1   the file cannot be run, or exports no workflow",
      "  2   wrong usage, or there is no such file",
    ],
    load: async () => (await import("../commands/graph.ts")).runGraph,
  },
];
