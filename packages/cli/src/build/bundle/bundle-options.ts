import type { BuildOptions } from "esbuild";

/** The oldest major version of Node that a built skill runs on. */
export const oldestNode = 20;

/** What every bundle of a skill is made with. */
export function bundleOptions(projectDir: string): BuildOptions {
  return {
    bundle: true,
    format: "esm",
    platform: "node",
    target: `node${oldestNode}`,
    // Paths in what is written are relative to this, so that a folder's place leaves no trace.
    absWorkingDir: projectDir,
    charset: "utf8",
    legalComments: "eof",
    logLevel: "silent",
    metafile: true,
    write: false,
    treeShaking: true,
    loader: { ".md": "text", ".txt": "text" },
    define: { "process.env.NODE_ENV": '"production"' },
  };
}
