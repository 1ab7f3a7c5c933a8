import { describe, expect, it } from "vitest";
import { createSkillset, renderSkillCatalog } from "@tradecraft/sdk";

const entries = [
  { id: "b", description: "About b." },
  { id: "a", description: "About a & <b>.", compatibility: 'git 2 "or" later' },
];

describe("the catalog", () => {
  it("as xml", () => {
    expect(renderSkillCatalog(entries)).toBe(
      [
        "<available_skills>",
        '<skill name="a" needs="git 2 &quot;or&quot; later">About a &amp; &lt;b&gt;.</skill>',
        '<skill name="b">About b.</skill>',
        "</available_skills>",
      ].join("\n"),
    );
  });

  it("as markdown", () => {
    const plain = [
      { id: "b", description: "About b." },
      { id: "a", description: "About\n a.", compatibility: "git 2" },
    ];
    expect(renderSkillCatalog(plain, { format: "markdown" })).toBe("- a: About a. (needs git 2)\n- b: About b.");
  });

  it("as json", () => {
    expect(JSON.parse(renderSkillCatalog(entries, { format: "json" }))).toEqual({
      skills: [
        { name: "a", description: "About a &amp; &lt;b&gt;.", compatibility: 'git 2 "or" later' },
        { name: "b", description: "About b." },
      ],
    });
  });

  it("is the same that a prompt has", async () => {
    for (const format of ["xml", "markdown", "json"] as const) {
      const skillset = await createSkillset(
        entries.map(({ id, ...rest }) => ({ name: id, ...rest })),
        { format },
      );
      expect(skillset.prompt()).toContain(`\n\n${renderSkillCatalog(skillset.entries, { format })}`);
      expect(skillset.prompt()).toContain("it is not a tool");
    }
  });

  it("says how many are left out, with its own budget", () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ id: `s${at}`, description: "About something." }));
    for (const format of ["xml", "markdown", "json"] as const) {
      const countTokens = (text: string): number => text.length;
      const text = renderSkillCatalog(many, { format, budget: 500, countTokens });
      expect(text.length).toBeLessThanOrEqual(500);
      const shown = text.split("About something").length - 1;
      expect(shown).toBeGreaterThan(3);
      expect(text).toContain(`${100 - shown} more skills are not listed here.`);
    }
  });

  it("has the same bytes for the same skills in any order, also where two share an id", () => {
    const twins = [
      { id: "a", description: "One." },
      { id: "a", description: "Two." },
    ];
    expect(renderSkillCatalog(twins.toReversed())).toBe(renderSkillCatalog(twins));
  });
});
