import type { KeyObject } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { SkillError } from "../../core/errors.ts";
import { describeFileError } from "../../node/describe-file-error.ts";
import type { TrustedSigner } from "../project/project.ts";
import { isOpenIdentity, isOpenIssuer, matchesIdentity } from "./match-identity.ts";
import { keyHint, readPublicKey } from "./signing-keys.ts";

/** Whose signatures count, with their keys read. */
export interface TrustedSigners {
  readonly identities: readonly { readonly identity: string; readonly issuer: string }[];
  readonly keys: readonly { readonly key: KeyObject; readonly hint: string }[];
}

/** Reads the keys of trusted signers: a path, relative to `cwd`, or PEM text. Throws for a pattern that trusts anybody. */
export async function loadTrustedSigners(
  trusted: readonly TrustedSigner[],
  cwd: string = process.cwd(),
): Promise<TrustedSigners> {
  const identities: { identity: string; issuer: string }[] = [];
  const keys: { key: KeyObject; hint: string }[] = [];
  assertNamed(trusted);
  for (const signer of trusted) {
    if ("key" in signer) {
      const key = readPublicKey(await readPem(signer.key, cwd));
      keys.push({ key, hint: keyHint(key) });
    } else identities.push({ identity: signer.identity, issuer: signer.issuer });
  }
  return { identities, keys };
}

/** Throws `project-invalid` for a pattern that fits anybody, or nearly so. */
export function assertNamed(trusted: readonly TrustedSigner[]): void {
  for (const signer of trusted) {
    if ("key" in signer) continue;
    const { identity, issuer } = signer;
    if (!isOpenIdentity(identity) && !isOpenIssuer(issuer)) continue;
    const message = `The trusted signer "${identity}" of "${issuer}" is nearly anybody: name the issuer's host, and of the identity the host and whose it is there (https://github.com/acme/**), or the domain of its mail (*@example.com), without a star.`;
    throw new SkillError("project-invalid", message, { facts: { identity, issuer } });
  }
}

/** Whether an identity that an issuer vouches for is among the trusted ones. */
export function isTrustedIdentity({ identities }: TrustedSigners, identity: string, issuer: string): boolean {
  return identities.some(
    (trusted) => matchesIdentity(trusted.identity, identity) && matchesIdentity(trusted.issuer, issuer),
  );
}

async function readPem(given: string, cwd: string): Promise<string> {
  if (given.trimStart().startsWith("-----BEGIN")) return given;
  try {
    return await readFile(resolve(cwd, given), "utf8");
  } catch (error) {
    const message = `The trusted key "${given}" cannot be read: ${describeFileError(error)}.`;
    throw new SkillError("file-unreadable", message, { facts: { path: given }, cause: error });
  }
}
