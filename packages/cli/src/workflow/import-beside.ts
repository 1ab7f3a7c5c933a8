import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { cleanOnSignal } from "./clean-on-signal.ts";
import { guardEntry } from "./guard-entry.ts";

/** Milliseconds after which such a file is one that a killed process left. */
const abandonedAfter = 3_600_000;

/**
 * Runs code as a module beside an entry, because that is where its packages are looked for; its file is gone afterwards.
 * It is guarded: rejects also where the code would have ended this process.
 * `use` is told the path before the module is imported.
 */
export async function importBeside(
  entry: string,
  code: string | Uint8Array,
  use: (path: string) => void = () => undefined,
): Promise<unknown> {
  const folder = dirname(entry);
  await sweep(folder);
  const path = join(folder, `.tradecraft-${randomBytes(6).toString("hex")}.mjs`);
  use(path);
  const clean = (): void => rmSync(path, { force: true });
  const done = cleanOnSignal(clean);
  process.once("exit", clean);
  try {
    await writeFile(path, code, { flag: "wx", mode: 0o600 });
    const load = (): Promise<unknown> => import(/* @vite-ignore */ pathToFileURL(path).href);
    return await guardEntry({ entry, module: path }, load);
  } finally {
    done();
    process.off("exit", clean);
    await rm(path, { force: true });
  }
}

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!/^\.tradecraft-[0-9a-f-]{12,36}\.mjs$/.test(name)) continue;
    const path = join(folder, name);
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > abandonedAfter) await rm(path, { force: true }).catch(() => undefined);
  }
}
