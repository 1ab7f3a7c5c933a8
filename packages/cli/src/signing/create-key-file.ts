import { rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describeFileError } from "@tradecraft/sdk/node";
import { createSigningKey } from "@tradecraft/sdk/supply";
import { UsageError } from "../usage-error.ts";

/** A new key, and where its halves are. */
export interface NewKeyFile {
  readonly path: string;
  readonly publicPath: string;
  readonly hint: string;
}

/** Makes a key for signing, and writes both halves or neither; no file is ever overwritten. */
export async function createKeyFile(given: string, cwd: string, passphrase: string | undefined): Promise<NewKeyFile> {
  const path = resolve(cwd, given);
  const publicPath = `${path}.pub`;
  const { privateKey, publicKey, hint } = createSigningKey(passphrase === undefined ? {} : { passphrase });
  await writeNew(path, privateKey, 0o600, given);
  try {
    await writeNew(publicPath, publicKey, 0o644, given);
  } catch (error) {
    // It was made a moment ago, and nobody has the other half.
    await rm(path, { force: true });
    throw error;
  }
  return { path, publicPath, hint };
}

async function writeNew(path: string, text: string, mode: number, given: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: "wx", mode });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST";
    const why = isThere ? "it, or its .pub, is there already" : describeFileError(error, "write");
    throw new UsageError("option-value", `The key "${given}" cannot be written: ${why}`);
  }
}
