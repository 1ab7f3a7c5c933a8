import type { SkillErrorCode } from "../../core/errors.ts";
import { HOSTILE_IDS } from "../hostile-ids.ts";
import { HOSTILE_PATHS } from "../hostile-paths.ts";
import type { CaseBody } from "./contract-case.ts";
import { expectCode } from "./expect.ts";

/** What a model, or whoever steers it, might ask for. */
export const hostileCases: readonly CaseBody[] = [
  [
    "refuses paths that could leave the skill",
    async ({ source, good, idOf }) => {
      if (source.readResource === undefined) return;
      await together(
        HOSTILE_PATHS.map(({ name, path, why, expect }) => {
          const codes: SkillErrorCode[] =
            expect === "refused" ? ["path-refused"] : ["resource-missing", "path-refused"];
          const call = async (): Promise<unknown> => source.readResource?.(idOf(good), path);
          return expectCode(call, codes, `The path "${name}" (${why})`);
        }),
      );
    },
  ],
  [
    "refuses ids that were never listed, however they are spelled",
    async ({ source, skills, idOf }) => {
      const listed = new Set(skills.map(idOf));
      const codes: SkillErrorCode[] = ["path-refused", "skill-unknown"];
      await together(
        HOSTILE_IDS.filter(({ id }) => !listed.has(id)).flatMap(({ name, id, why }) => [
          expectCode(() => source.read(id), codes, `read of the id "${name}" (${why})`),
          ...(source.listResources === undefined
            ? []
            : [
                expectCode(async () => source.listResources?.(id), codes, `listResources of the id "${name}" (${why})`),
              ]),
          ...["notes.txt", "SKILL.md", "secret.txt"].map((path) =>
            source.readResource === undefined
              ? Promise.resolve()
              : expectCode(
                  async () => source.readResource?.(id, path),
                  codes,
                  `readResource of the id "${name}" (${why})`,
                ),
          ),
        ]),
      );
    },
  ],
  [
    "refuses ids and paths that are no texts",
    async ({ source, good, idOf }) => {
      for (const value of [undefined, null, 1, {}, [], ["good"], Object.create(null)] as unknown[] as string[]) {
        await expectCode(() => source.read(value), ["path-refused", "skill-unknown"], `read(${typeof value})`);
        if (source.readResource === undefined) continue;
        const call = async (): Promise<unknown> => source.readResource?.(idOf(good), value);
        await expectCode(call, ["path-refused"], `readResource(…, ${typeof value})`);
      }
    },
  ],
];

/** Waits for all, and reports all failures at once. */
async function together(checks: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(checks);
  const failures = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
  if (failures.length > 0) throw new Error(`${failures.length} of ${checks.length}:\n${failures.join("\n")}`);
}
