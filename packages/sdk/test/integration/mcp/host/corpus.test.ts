import { skillEntry } from "@modelcontextprotocol/server/ext/skills";
import { expect, it } from "vitest";
import { readCorpusSkills } from "../../../../../../tools/corpus.mjs";
import { resolveLimits } from "../../../../src/mcp/host/host-limits.ts";
import { readSkillEntry } from "../../../../src/mcp/host/read-skill-entry.ts";
import { verifyFrontmatter } from "../../../../src/mcp/host/verify-frontmatter.ts";

const skills = readCorpusSkills();
const limits = resolveLimits();

it("every public skill that the official server would publish is taken, and its frontmatter found to agree", async (context) => {
  context.skip(skills === undefined, "there is no corpus: set TRADECRAFT_CORPUS");
  const problems: string[] = [];
  let published = 0;
  for (const { path, text: raw } of skills ?? []) {
    const name = /^name:[ \t]*["']?([a-z0-9-]+)["']?[ \t]*\r?$/m.exec(raw)?.[1] ?? "none";
    const entry = await skillEntry(name, { "SKILL.md": raw }).catch(() => undefined);
    if (entry === undefined) continue;
    published += 1;
    const held = await readSkillEntry(JSON.parse(JSON.stringify(entry)), { label: "hub", limits, dynamic: false });
    if (typeof held === "string") {
      problems.push(`${path}: ${held}`);
      continue;
    }
    try {
      verifyFrontmatter(raw, entry.frontmatter, { label: "hub", uri: entry.uri });
    } catch (error) {
      problems.push(`${path}: ${String(error)}`);
    }
  }
  expect(published).toBeGreaterThan(100);
  expect(problems).toEqual([]);
});
