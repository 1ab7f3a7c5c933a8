import { MAX_FRONTMATTER_LENGTH } from "./read-frontmatter.ts";
import { endOfFenceLine, type Fences } from "./split-frontmatter.ts";
import type { FrontmatterEntry } from "./yaml/entry.ts";
import { readSimpleYamlToHyphen } from "./yaml/simple-yaml.ts";

/** An ordinary file, taken apart. */
export interface OrdinaryText {
  readonly fences: Fences;
  readonly entries: FrontmatterEntry[];
}

/**
 * Takes apart in one pass what nearly every SKILL.md is: a fence in the first line, simple YAML, a fence. Null for
 * anything else, which is then read step by step, with the same result.
 */
export function readOrdinary(raw: string): OrdinaryText | null {
  const frontmatterStart = endOfFenceLine(raw, 0);
  if (frontmatterStart < 0) return null;
  const yaml = readSimpleYamlToHyphen(raw, frontmatterStart);
  if (yaml === null || yaml.end - frontmatterStart > MAX_FRONTMATTER_LENGTH) return null;
  const bodyStart = endOfFenceLine(raw, yaml.end);
  if (bodyStart < 0) return null;
  const fences: Fences = { state: "closed", fenceStart: 0, frontmatterStart, frontmatterEnd: yaml.end, bodyStart };
  return { fences, entries: yaml.entries };
}
