// The walls between layers, in one place. Each SDK layer is one folder under packages/sdk/src with one tsconfig.json;
// a project reference is the only door, so an import that is not listed here does not compile (TS6307).
//
//   node tools/layers.mjs           prints the walls
//   node tools/layers.mjs --write   writes the tsconfig.json of every layer folder that exists

import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { binPath, isMain, root, runNode } from "./run.mjs";

/** Layer to the layers it may import. `pure` layers run anywhere: the language, and what web.d.ts lists. */
export const layers = {
  core: { pure: true, uses: [] },
  workflow: { pure: true, uses: ["core"] },
  node: { pure: false, uses: ["core", "workflow"] },
  run: { pure: false, uses: ["core", "workflow", "node", "mcp"] },
  mcp: { pure: false, uses: ["core"] },
  adapters: { pure: false, uses: ["core"] },
  supply: { pure: false, uses: ["core", "workflow", "node"] },
  durable: { pure: false, uses: ["core", "workflow"] },
  testing: { pure: false, uses: ["core", "workflow", "node"] },
};

const sdkSource = "packages/sdk/src";

function hasTypeScript(folder) {
  return existsSync(folder) && readdirSync(folder, { recursive: true }).some((path) => path.endsWith(".ts"));
}

/** Layers whose folder holds TypeScript, in the order of the table. */
export function existingLayers(base = root) {
  return Object.keys(layers).filter((layer) => hasTypeScript(join(base, sdkSource, layer)));
}

function layerConfig(layer, existing) {
  const { pure, uses } = layers[layer];
  return {
    extends: "../../../../tsconfig.base.json",
    compilerOptions: {
      rootDir: "..",
      outDir: "../../dist",
      tsBuildInfoFile: `../../dist/.tsbuildinfo/${layer}.json`,
      types: pure ? [] : ["node"],
    },
    include: pure ? ["**/*.ts", "../web.d.ts"] : ["**/*.ts"],
    references: uses.filter((used) => existing.includes(used)).map((used) => ({ path: `../${used}` })),
  };
}

function cliConfig(existing) {
  return {
    extends: "../../tsconfig.base.json",
    compilerOptions: {
      rootDir: "src",
      outDir: "dist",
      tsBuildInfoFile: "dist/.tsbuildinfo/cli.json",
      types: ["node"],
    },
    include: ["src/**/*.ts"],
    references: existing.map((layer) => ({ path: `../sdk/src/${layer}` })),
  };
}

/** Every project that `tsc -b` builds, as folders relative to the repository. */
export function buildProjects(base = root) {
  const projects = existingLayers(base).map((layer) => `${sdkSource}/${layer}`);
  return hasTypeScript(join(base, "packages/cli/src")) ? [...projects, "packages/cli"] : projects;
}

/** What each tsconfig.json must say: path relative to the repository, to its content. */
export function expectedConfigs(base = root) {
  const existing = existingLayers(base);
  const configs = { "packages/cli/tsconfig.json": cliConfig(existing) };
  for (const layer of existing) configs[`${sdkSource}/${layer}/tsconfig.json`] = layerConfig(layer, existing);
  const projects = [...existing.map((layer) => `${sdkSource}/${layer}`), "packages/cli", "test"];
  configs["tsconfig.json"] = { files: [], references: projects.map((path) => ({ path })) };
  return configs;
}

/** Writes the configs that differ, and returns their paths. */
export function writeConfigs(base = root) {
  const written = [];
  for (const [path, config] of Object.entries(expectedConfigs(base))) {
    const file = join(base, path);
    const current = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
    if (JSON.stringify(current) === JSON.stringify(config)) continue;
    writeFileSync(file, `${JSON.stringify(config, undefined, 2)}\n`);
    written.push(path);
  }
  return written;
}

if (isMain(import.meta.url)) {
  if (process.argv.includes("--write")) {
    const written = writeConfigs();
    if (written.length > 0) runNode(binPath("oxfmt"), written);
    console.log(written.length === 0 ? "Every tsconfig.json is as it should be." : `Wrote ${written.join(", ")}`);
  } else {
    for (const [layer, { pure, uses }] of Object.entries(layers)) {
      console.log(`${layer.padEnd(9)} ${pure ? "pure" : "    "}  may import: ${uses.join(", ") || "nothing of ours"}`);
    }
  }
}
