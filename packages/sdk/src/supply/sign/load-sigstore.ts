import type * as bundle from "@sigstore/bundle";
import type * as specs from "@sigstore/protobuf-specs";
import type * as sign from "@sigstore/sign";
import type * as tuf from "@sigstore/tuf";
import type * as verify from "@sigstore/verify";
import { SkillError } from "../../core/errors.ts";

/** The packages of sigstore that are used; each is an optional peer of this package. */
interface SigstorePackages {
  readonly "@sigstore/bundle": typeof bundle;
  readonly "@sigstore/protobuf-specs": typeof specs;
  readonly "@sigstore/sign": typeof sign;
  readonly "@sigstore/tuf": typeof tuf;
  readonly "@sigstore/verify": typeof verify;
}

/** Loads a package of sigstore; throws `signing-unavailable` where it is not installed. */
export async function loadSigstore<Name extends keyof SigstorePackages>(
  name: Name,
  load: (name: string) => Promise<unknown> = (specifier) => import(specifier),
): Promise<SigstorePackages[Name]> {
  try {
    return (await load(name)) as SigstorePackages[Name];
  } catch (error) {
    const message = `Signatures by identity need ${name}: npm install @sigstore/bundle @sigstore/protobuf-specs @sigstore/sign @sigstore/tuf @sigstore/verify. Keys need none of them.`;
    throw new SkillError("signing-unavailable", message, { facts: { package: name }, cause: error });
  }
}
