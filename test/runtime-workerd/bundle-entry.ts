import { rolldown } from "rolldown";

/** One script for a Worker, and the files that went into it. */
export interface WorkerBundle {
  readonly code: string;
  readonly files: readonly string[];
}

/** Bundles an entry the way a Worker's own tools do: Worker conditions, nothing of Node's filled in, all imports kept. */
export async function bundleEntry(entry: string): Promise<WorkerBundle> {
  const bundle = await rolldown({
    input: entry,
    platform: "neutral",
    resolve: {
      conditionNames: ["workerd", "worker", "browser", "import", "default"],
      mainFields: ["browser", "module"],
    },
    external: /^node:/,
    treeshake: true,
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  await bundle.close();
  const [chunk] = output;
  return { code: chunk.code, files: chunk.moduleIds };
}
