import fs, { type FSWatcher } from "node:fs";
import { dirname } from "node:path";

export interface WatchFoldersOptions {
  /**
   * Looks again: every folder there is now, and whether anything is not as it was. `isPoll` where no watcher spoke up, and
   * some folders have none.
   */
  readonly rescan: (isPoll: boolean) => Promise<{ readonly folders: readonly string[]; readonly changed: boolean }>;
  readonly roots: readonly string[];
  readonly onChange: () => void;
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds to wait for more changes before one is reported. */
const settle = 40;
/** Milliseconds between two looks at what cannot be watched; more where a look takes long. */
const pollEvery = 500;
const pollShare = 20;
/** More folders than this are looked at instead of watched: systems limit the number of watches. */
export const maxWatches = 4_096;

/** Watches folders and what comes to lie in them. Resolves once every change is seen; call the result to stop. */
export async function watchFolders(options: WatchFoldersOptions): Promise<() => void> {
  options.signal?.throwIfAborted();
  const watch = new FolderWatch(options);
  await watch.start();
  return () => watch.stop();
}

class FolderWatch {
  readonly #options: WatchFoldersOptions;
  /** By path, with the folder that lay there: another one at the same path needs a watch of its own. */
  readonly #watchers = new Map<string, { readonly watcher: FSWatcher; readonly identity: string }>();
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Whether something happened while the folders were being looked at. */
  #again = false;
  #looking = false;
  /** Whether a watcher spoke up, as opposed to a look just in case. */
  #heard = false;
  #lookTook = 0;
  /** Whether there are folders that could not be watched. */
  #isPolling = false;

  constructor(options: WatchFoldersOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#options.signal?.addEventListener("abort", this.stop, { once: true });
    await this.#look(false);
  }

  stop = (): void => {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#poll);
    for (const { watcher } of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#options.signal?.removeEventListener("abort", this.stop);
  };

  readonly #happened = (): void => {
    this.#heard = true;
    this.#soon();
  };

  #soon(): void {
    if (this.#stopped) return;
    if (this.#looking) this.#again = true;
    else this.#timer ??= setTimeout(() => void this.#report(), settle);
  }

  async #report(): Promise<void> {
    this.#timer = undefined;
    const heard = this.#heard;
    this.#heard = false;
    const changed = await this.#look(heard);
    if (!this.#stopped && (heard || changed)) this.#options.onChange();
  }

  /** Watches what there is now. A folder that is new may have changed before it was watched, so it is looked at again. */
  async #look(heard: boolean): Promise<boolean> {
    this.#looking = true;
    let isOther = false;
    const started = performance.now();
    try {
      do {
        this.#again = false;
        const wasPolling = this.#isPolling;
        const { folders, changed } = await this.#options.rescan(wasPolling && !heard);
        isOther ||= changed;
        if (this.#stopped) break;
        const { roots } = this.#options;
        // A root that is a link may lead elsewhere one day; that is seen in the folder it lies in.
        const linked = roots.filter(isLink).map((root) => dirname(root));
        if (this.#watchAll([...roots, ...linked, ...folders])) this.#again = true;
        // What is polled is noted before it can change.
        if (this.#isPolling && !wasPolling) this.#again = true;
      } while (this.#again);
    } catch {
      // A folder that cannot be looked at now is looked at when something happens again, or by and by.
      this.#pollLater();
    } finally {
      this.#looking = false;
      this.#lookTook = performance.now() - started;
    }
    return isOther;
  }

  /** True if a folder is watched that was not. */
  #watchAll(folders: readonly string[]): boolean {
    const wanted = new Set(folders);
    for (const [folder, { watcher, identity }] of this.#watchers) {
      if (wanted.has(folder) && identityOf(folder) === identity) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    let isNew = false;
    this.#isPolling = false;
    for (const folder of wanted) {
      if (this.#watchers.has(folder)) continue;
      if (this.#watchers.size < maxWatches && this.#watchOne(folder)) isNew = true;
      else this.#isPolling = true;
    }
    if (this.#isPolling) this.#pollLater();
    return isNew;
  }

  #watchOne(folder: string): boolean {
    try {
      const watcher = fs.watch(folder, this.#happened);
      watcher.on("error", () => {
        watcher.close();
        this.#watchers.delete(folder);
        this.#happened();
      });
      this.#watchers.set(folder, { watcher, identity: identityOf(folder) });
      return true;
    } catch {
      return false;
    }
  }

  #pollLater(): void {
    if (this.#stopped) return;
    this.#poll ??= setTimeout(
      () => {
        this.#poll = undefined;
        this.#soon();
      },
      Math.max(pollEvery, pollShare * this.#lookTook),
    );
  }
}

/** Which folder lies at a path. The number of a deleted one may be given to the next, its time of birth is not. */
function identityOf(folder: string): string {
  const stats = fs.statSync(folder, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.ino} ${stats.birthtimeMs}`;
}

function isLink(path: string): boolean {
  return fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
