import { killTree, type ProcessTree } from "./process-tree.ts";

const live = new Set<ProcessTree>();

function killAll(): void {
  for (const tree of live) killTree(tree, "SIGKILL");
}

/** Remembers a run, so that it does not outlive this process where that ends in an orderly way. Call the result to forget it. */
export function trackTree(tree: ProcessTree): () => void {
  if (live.size === 0) process.on("exit", killAll);
  live.add(tree);
  return () => {
    live.delete(tree);
    if (live.size === 0) process.off("exit", killAll);
  };
}
