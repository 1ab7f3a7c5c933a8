import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as workflowPart from "@tradecraft/sdk/workflow";
import type * as cliPart from "@tradecraft/sdk/workflow/cli";
import type * as mcpPart from "@tradecraft/sdk/workflow/mcp";

/** The parts of the SDK that run a workflow. */
export interface WorkflowSdk {
  readonly workflow: typeof workflowPart;
  readonly cli: typeof cliPart;
  readonly mcp: () => Promise<typeof mcpPart>;
}

/** The SDK that the entry's project has, as a build takes it, or else ours. */
export async function loadSdk(entry: string): Promise<WorkflowSdk> {
  const theirs = createRequire(join(dirname(entry), "entry.js"));
  const find = (name: string): string | undefined => {
    try {
      return pathToFileURL(theirs.resolve(name)).href;
    } catch {
      return undefined;
    }
  };
  const [workflow, cli, mcp] = ["workflow", "workflow/cli", "workflow/mcp"].map((part) =>
    find(`@tradecraft/sdk/${part}`),
  );
  // All of it or nothing: parts of two versions need not fit.
  if (workflow === undefined || cli === undefined || mcp === undefined) return loadOurs();
  return {
    workflow: (await import(/* @vite-ignore */ workflow)) as WorkflowSdk["workflow"],
    cli: (await import(/* @vite-ignore */ cli)) as WorkflowSdk["cli"],
    mcp: () => import(/* @vite-ignore */ mcp) as ReturnType<WorkflowSdk["mcp"]>,
  };
}

async function loadOurs(): Promise<WorkflowSdk> {
  return {
    workflow: await import("@tradecraft/sdk/workflow"),
    cli: await import("@tradecraft/sdk/workflow/cli"),
    mcp: () => import("@tradecraft/sdk/workflow/mcp"),
  };
}
