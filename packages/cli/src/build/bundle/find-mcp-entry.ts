import { dirname } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "./bundle-options.ts";
import { mcpCode } from "./entry-code.ts";
import { sdkPlugin } from "./sdk-plugin.ts";

/** Whether the SDK that a skill is built with can serve it over MCP; an older one cannot. */
export async function findMcpEntry(entry: string): Promise<boolean> {
  const projectDir = dirname(entry);
  try {
    await build({
      ...bundleOptions(projectDir),
      stdin: { contents: mcpCode, resolveDir: projectDir, loader: "js" },
      plugins: [sdkPlugin(projectDir)],
      metafile: false,
    });
    return true;
  } catch {
    return false;
  }
}
