import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hostileCases } from "./hostile-cases.ts";
import { hostRequirements } from "./requirements.ts";

/** What each kind of attack makes of its name. */
const tables: Readonly<Record<string, readonly ((name: string, reason: string) => string)[]>> = {
  entry: [
    (name, reason) => `lists ${name}: ${reason}, and its neighbours load`,
    (name, reason) => `answers by URI with ${name}: ${reason}`,
  ],
  load: [(name, reason) => `serves ${name}: ${reason}, nothing loads`],
  file: [(name, reason) => `serves ${name}: ${reason}, the file stays out`],
  listing: [(name, reason) => `lists with ${name}: ${reason}, other sources stay`],
};

/** The names of all tests beside this file, as `file > name`. */
function testNames(): Set<string> {
  const names = hostileCases.flatMap(({ name, reason, refused }) =>
    (tables[refused] ?? []).map((make) => `hostile.test.ts > ${make(name, reason)}`),
  );
  for (const file of readdirSync(new URL(".", import.meta.url)).filter((each) => each.endsWith(".test.ts"))) {
    const source = readFileSync(new URL(file, import.meta.url), "utf8");
    for (const [, name] of source.matchAll(/\bit\(\s*"((?:[^"\\]|\\.)*)"/g))
      names.push(`${file} > ${JSON.parse(`"${name}"`) as string}`);
  }
  return new Set(names);
}

describe("the table of requirements", () => {
  const names = testNames();

  it.each(hostRequirements)("$id is shown by a test that exists", ({ test }) => {
    expect(names).toContain(test);
  });

  it("names each requirement once, with a clause and a place", () => {
    expect(new Set(hostRequirements.map(({ id }) => id)).size).toBe(hostRequirements.length);
    for (const { clause, url } of hostRequirements) {
      expect(clause.length).toBeGreaterThan(10);
      expect(url).toMatch(/^https:\/\/github\.com\/modelcontextprotocol\/ext-skills\/blob\/main\/.+#[a-z-]+$/);
    }
  });

  it("makes the names of the attacks as their tests do", () => {
    const source = readFileSync(new URL("hostile.test.ts", import.meta.url), "utf8");
    for (const makers of Object.values(tables)) {
      for (const make of makers) expect(source).toContain(`\`${make("${attack.name}", "${attack.reason}")}\``);
    }
  });
});
