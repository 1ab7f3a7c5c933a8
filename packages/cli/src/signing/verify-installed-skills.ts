import { stat } from "node:fs/promises";
import { loadProject } from "@tradecraft/sdk/supply";
import type { CliIo } from "../io.ts";
import type { TrustOptions } from "./trust-options.ts";
import type { VerifiedFolder } from "./verified-skill.ts";
import { type ProjectTrust, verifySignature } from "./verify-signature.ts";

/** Compares installed skills with the lock, and checks their signatures by what the project trusts. */
export async function verifyInstalledSkills(
  names: readonly string[],
  trust: TrustOptions,
  io: CliIo,
): Promise<VerifiedFolder[]> {
  const { verifyLock } = await import("../supply/verify-lock.ts");
  const { directory, skills } = await verifyLock({
    cwd: io.cwd,
    env: io.env,
    ...(names.length > 0 && { only: names }),
  });
  const project = await projectTrust(directory);
  const verified: VerifiedFolder[] = [];
  for (const { name, path, state, changes } of skills) {
    const lock = { state, changes };
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
    const signature = isFolder ? await verifySignature(path, trust, project) : undefined;
    const ok = state === "unchanged" && (signature?.ok ?? true);
    verified.push({ name, path, lock, signature: signature?.report, ok });
  }
  return verified;
}

async function projectTrust(directory: string): Promise<ProjectTrust> {
  const { project } = await loadProject(directory);
  const { signatures, trusted } = project.policy;
  return { trusted, directory, isRequired: signatures === "require" };
}
