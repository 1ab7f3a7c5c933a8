import { expect, it } from "vitest";
import { SkillError } from "../../../../src/core/errors.ts";
import { EMPTY_LOCK } from "../../../../src/supply/lock/empty-lock.ts";
import type { Lock, ResolvedPoint } from "../../../../src/supply/lock/lock.ts";
import type { Project, ProjectSource } from "../../../../src/supply/project/project.ts";
import { findOutdated, type OutdatedSource } from "../../../../src/supply/sync/find-outdated.ts";
import type { SupplyContext } from "../../../../src/supply/sync/supply-context.ts";

const commit = "a".repeat(40);

async function ask(
  source: ProjectSource,
  resolved: ResolvedPoint | undefined,
  latest: () => Promise<string | undefined>,
): Promise<OutdatedSource | undefined> {
  const project: Project = { skills: { x: source }, targets: {}, policy: { signatures: "ignore", trusted: [] } };
  const sources: Lock["sources"] = resolved === undefined ? {} : { x: { request: {}, resolved, skills: {} } };
  const context = { fetchers: { git: { latest } }, fetchContext: () => ({}) } as unknown as SupplyContext;
  return (await findOutdated(project, { ...EMPTY_LOCK, sources }, context))[0];
}

const version = (pin: string): ProjectSource => ({ type: "git", url: "x", version: pin });

it.each([
  ["1.0.0", { commit, tag: "v1.0.0" }, "1.0.0", false],
  ["1.0.0", { commit, tag: "v1.0.0" }, "1.0.1", true],
  ["1.10.0", { commit, tag: "1.10.0" }, "1.9.0", false],
  ["2.0.0-rc.1", { commit, tag: "v2.0.0-rc.1" }, "1.9.0", false],
  ["2.0.0-rc.1", { commit, tag: "v2.0.0-rc.1" }, "2.0.0", true],
  ["2.0.0-rc.1", undefined, "1.9.0", false],
  ["1.0.0", undefined, "1.9.0", true],
] as const)("at %s, %j: %s is newer is %s", async (pin, resolved, latest, isOutdated) => {
  expect(await ask(version(pin), resolved, async () => latest)).toMatchObject({ latest, isOutdated });
});

it("compares commits of what has no versions", async () => {
  const branch: ProjectSource = { type: "git", url: "x", ref: "main" };
  expect(await ask(branch, { commit, ref: "main" }, async () => commit)).toMatchObject({ isOutdated: false });
  expect(await ask(branch, { commit, ref: "main" }, async () => "b".repeat(40))).toMatchObject({ isOutdated: true });
});

it("tells why a source could not be asked", async () => {
  const asked = await ask(version("1.0.0"), undefined, async () => {
    throw new SkillError("source-unavailable", "It is gone.");
  });
  expect(asked).toMatchObject({ isOutdated: false, problem: "It is gone." });
});
