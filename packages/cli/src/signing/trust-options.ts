import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { describeFileError } from "@tradecraft/sdk/node";
import type { TrustedSigner, VerifySignatureOptions } from "@tradecraft/sdk/supply";
import type { ParsedArgs } from "../args/command.ts";
import type { CliIo } from "../io.ts";
import { UsageError } from "../usage-error.ts";
import { readKeyFile } from "./read-key-file.ts";

/** Whose signatures count, and how much is asked. */
export interface TrustOptions extends Pick<VerifySignatureOptions, "trustRoot" | "offline"> {
  /** From the command line. */
  readonly trusted: readonly TrustedSigner[];
  /** Whether a skill without a checked signature is a finding. */
  readonly isRequired: boolean;
}

/** What the options of `verify` say about trust. */
export async function resolveTrustOptions(
  { values, flags }: ParsedArgs,
  io: Pick<CliIo, "cwd">,
): Promise<TrustOptions> {
  const identity = values.get("identity");
  const issuer = values.get("issuer");
  const key = values.get("key");
  if ((identity === undefined) !== (issuer === undefined)) {
    throw new UsageError("option-value", "--identity and --issuer go together: anybody can issue any identity");
  }
  const trusted: TrustedSigner[] = [
    ...(identity !== undefined && issuer !== undefined ? [{ identity, issuer }] : []),
    ...(key === undefined ? [] : [{ key: await readPublicKeyFile(key, io.cwd) }]),
  ];
  const root = values.get("trust-root");
  return {
    trusted,
    isRequired: trusted.length > 0 || flags.has("require"),
    offline: flags.has("offline"),
    ...(root !== undefined && { trustRoot: await readTrustRoot(root, io.cwd) }),
  };
}

async function readPublicKeyFile(given: string, cwd: string): Promise<string> {
  const pem = await readKeyFile(given, cwd);
  if (pem.includes("-----BEGIN PUBLIC KEY-----")) return pem;
  const hint = pem.includes("PRIVATE KEY-----") ? `; give its public half, ${given}.pub` : "";
  throw new UsageError("option-value", `"${given}" is no public key in PEM${hint}`);
}

async function readTrustRoot(given: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, given), "utf8");
  } catch (error) {
    throw new UsageError("option-value", `The trust root "${given}" cannot be read: ${describeFileError(error)}`);
  }
}
