import { type FSWatcher, watch } from "node:fs";
import { dirname } from "node:path";
import { untilSignal } from "../mcp/until-signal.ts";
import { skillRoot } from "../workflow/skill-root.ts";

/** Milliseconds in which changes count as one: editors write a file in several steps. */
const pause = 100;

/** Builds again whenever something changes that went into a build, until somebody interrupts it. */
export async function watchBuild(
  entry: string,
  inputs: readonly string[],
  build: () => Promise<readonly string[]>,
  tell: (text: string) => void,
): Promise<void> {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let busy = false;
  let again = false;
  const root = await skillRoot(entry);

  const rebuild = async (): Promise<void> => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    try {
      observe(await build());
    } finally {
      busy = false;
    }
    if (again) {
      again = false;
      await rebuild();
    }
  };
  const changed = (_: unknown, file: string | null): void => {
    // Our own files come and go beside the entry.
    if (file?.startsWith(".tradecraft-") === true) return;
    clearTimeout(timer);
    timer = setTimeout(() => void rebuild(), pause);
  };
  const observe = (files: readonly string[]): void => {
    const folders = new Set([entry, ...files].map((file) => dirname(file)));
    for (const folder of [...folders, `${root}/references`, `${root}/assets`]) {
      if (watchers.has(folder)) continue;
      try {
        const watcher = watch(folder, changed);
        watcher.on("error", () => watchers.delete(folder));
        watchers.set(folder, watcher);
      } catch {
        // Not there, which is no mistake.
      }
    }
  };
  observe(inputs);
  tell("Watching for changes; Ctrl+C ends it.\n");
  await untilSignal();
  clearTimeout(timer);
  for (const watcher of watchers.values()) watcher.close();
}
