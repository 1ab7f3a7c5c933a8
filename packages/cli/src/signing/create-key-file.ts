import { writeFile } from "node:fs/promises";
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

/** Makes a key for signing, and writes both halves; no file is ever overwritten. */
export async function createKeyFile(given: string, cwd: string, passphrase: string | undefined): Promise<NewKeyFile> {
  const path = resolve(cwd, given);
  const publicPath = `${path}.pub`;
  const { privateKey, publicKey, hint } = createSigningKey(passphrase === undefined ? {} : { passphrase });
  try {
    await writeFile(publicPath, publicKey, { flag: "wx", mode: 0o644 });
    await writeFile(path, privateKey, { flag: "wx", mode: 0o600 });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST";
    const why = isThere ? "it, or its .pub, is there already" : describeFileError(error);
    throw new UsageError("option-value", `The key "${given}" cannot be written: ${why}`);
  }
  return { path, publicPath, hint };
}
