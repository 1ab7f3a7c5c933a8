import { type Mock, vi } from "vitest";
import type { SkillCandidate, SkillMatcher, SkillMatchOptions } from "../../../../src/core/search/skill-matcher.ts";

/** A skill of a test, which counts how often its body is read. */
export interface TestCandidate extends Omit<SkillCandidate, "body"> {
  readonly body: Mock<() => Promise<string>>;
}

/** A skill of a test. */
export function candidate(id: string, description: string, body = "", name = id, revision = "1"): TestCandidate {
  return { id, name, description, revision, body: vi.fn(async () => body) };
}

/** How often each body was read. */
export function reads(corpus: readonly TestCandidate[]): number[] {
  return corpus.map((skill) => skill.body.mock.calls.length);
}

/** Ids of the matches, best first. */
export async function idsOf(
  matcher: SkillMatcher,
  query: string,
  corpus: readonly SkillCandidate[],
  options?: SkillMatchOptions,
): Promise<string[]> {
  return (await matcher.match(query, corpus, options)).map(({ id }) => id);
}
