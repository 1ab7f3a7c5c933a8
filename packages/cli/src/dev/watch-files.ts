import { type FSWatcher, watch } from "node:fs";
import { dirname, join } from "node:path";

/** Milliseconds in which changes count as one: editors write a file in several steps. */
const pause = 100;

/** Watches the files that a workflow was made from. */
export interface FileWatch {
  /** Looks at these files, and at everything in these folders; what is not there is no mistake. */
  observe(files: readonly string[], folders: readonly string[]): void;
  close(): void;
}

/** Calls back once for changes that come together. Folders are watched: editors replace files. */
export function watchFiles(onChange: () => void): FileWatch {
  const watchers = new Map<string, FSWatcher>();
  let files: ReadonlySet<string> = new Set();
  let whole: ReadonlySet<string> = new Set();
  let timer: NodeJS.Timeout | undefined;

  const changed = (folder: string, name: string | null): void => {
    // Our own files come and go beside the entry.
    if (name?.startsWith(".tradecraft-") === true) return;
    if (name !== null && !whole.has(folder) && !files.has(join(folder, name))) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, pause);
  };
  const open = (folder: string): void => {
    if (watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (_, name) => changed(folder, name));
      watcher.on("error", () => watchers.delete(folder));
      watchers.set(folder, watcher);
    } catch {
      // Not there.
    }
  };
  return {
    observe(wanted, folders) {
      files = new Set(wanted);
      whole = new Set(folders);
      for (const folder of new Set([...wanted.map((file) => dirname(file)), ...folders])) open(folder);
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
