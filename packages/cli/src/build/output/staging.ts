import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { cleanOnSignal } from "../../workflow/clean-on-signal.ts";
import { BuildFailure } from "../build-failure.ts";

const prefix = ".tradecraft-build-";
/** Milliseconds after which a folder of that name is one that a killed build left. */
const abandonedAfter = 3_600_000;

/** Does something with a folder beside the one that is built, in which the new one grows; it is gone afterwards. */
export async function withStaging<Value>(outDir: string, work: (staging: string) => Promise<Value>): Promise<Value> {
  const parent = dirname(outDir);
  await sweep(parent);
  const outer = join(parent, `${prefix}${randomBytes(6).toString("hex")}`);
  // The last part is the skill's name, which rules about skills look at.
  const staging = join(outer, basename(outDir));
  const done = cleanOnSignal(() => rmSync(outer, { recursive: true, force: true }));
  try {
    await mkdir(staging, { recursive: true }).catch((error: Error) => {
      throw new BuildFailure("write", `${parent} cannot be written to: ${error.message}`, [], { cause: error });
    });
    return await work(staging);
  } finally {
    done();
    await rm(outer, { recursive: true, force: true });
  }
}

/** Removes what killed builds left; one that was killed while it put the new folder in place is undone. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const outer = join(parent, name);
    const stats = await lstat(outer).catch(() => undefined);
    if (stats?.isDirectory() !== true || Date.now() - stats.mtimeMs < abandonedAfter) continue;
    await restore(outer, parent);
    await rm(outer, { recursive: true, force: true });
  }
}

async function restore(outer: string, parent: string): Promise<void> {
  const name = (await readdir(outer)).find((each) => each !== "old");
  const old = join(outer, "old");
  const kept: readonly string[] = await readdir(old).catch(() => []);
  // Nothing was moved, or everything.
  if (name === undefined || kept.length === 0 || (await readdir(join(outer, name))).length === 0) return;
  const target = join(parent, name);
  if (kept.includes("all")) {
    if ((await lstat(target).catch(() => undefined)) === undefined) await rename(join(old, "all"), target);
    return;
  }
  for (const each of kept) {
    await rm(join(target, each), { recursive: true, force: true });
    await rename(join(old, each), join(target, each));
  }
}
