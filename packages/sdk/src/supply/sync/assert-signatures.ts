import { SkillError } from "../../core/errors.ts";
import { SIGNATURE_FILE_NAME } from "../../core/integrity/signature-policy.ts";
import type { LockedSkill, LockedSource } from "../lock/lock.ts";
import type { Project, SupplyPolicy, TrustedSigner } from "../project/project.ts";
import { namedError } from "./named-error.ts";
import { contentsOf } from "./restore-contents.ts";
import type { SupplyContext } from "./supply-context.ts";

/** Looks at the signature of a skill; undefined if it is valid and of somebody trusted, otherwise what is wrong. */
export type SignatureCheck = (
  skill: { readonly skill: LockedSkill; readonly bundle: string | undefined },
  trusted: readonly TrustedSigner[],
) => Promise<SkillError | undefined>;

/** Whether the policy of a project or of one of its sources wants signatures looked at. */
export function asksForSignatures({ policy, skills }: Project): boolean {
  return [policy, ...Object.values(skills).map((source) => ({ ...policy, ...source.policy }))].some(
    ({ signatures }) => signatures !== "ignore",
  );
}

/** Applies the policy: refuses what must be signed and is not, and gives a line for what should be. */
export async function assertSignatures(
  project: Project,
  sources: Readonly<Record<string, LockedSource>>,
  context: SupplyContext,
  check: SignatureCheck | undefined,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const [name, locked] of Object.entries(sources)) {
    const policy: SupplyPolicy = { ...project.policy, ...project.skills[name]?.policy };
    if (policy.signatures === "ignore") continue;
    for (const skill of Object.values(locked.skills)) {
      const problem = await problemOf(skill, policy, context, check);
      if (problem === undefined) continue;
      if (policy.signatures === "require") throw namedError(name, problem);
      warnings.push(`${name}: ${skill.name}: ${problem.message}`);
    }
  }
  return warnings;
}

async function problemOf(
  skill: LockedSkill,
  { trusted }: SupplyPolicy,
  context: SupplyContext,
  check: SignatureCheck | undefined,
): Promise<SkillError | undefined> {
  if (check === undefined)
    return new SkillError("signature-unchecked", "Nothing here can check signatures, so they were not checked.");
  const isSigned = skill.files.some(({ path }) => path === SIGNATURE_FILE_NAME);
  const bytes = isSigned ? (await contentsOf(onlySignature(skill), context)).get(SIGNATURE_FILE_NAME) : undefined;
  return check({ skill, bundle: bytes === undefined ? undefined : new TextDecoder().decode(bytes) }, trusted);
}

function onlySignature(skill: LockedSkill): LockedSkill {
  return { ...skill, files: skill.files.filter(({ path }) => path === SIGNATURE_FILE_NAME) };
}
