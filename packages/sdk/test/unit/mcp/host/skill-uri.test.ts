import { describe, expect, it } from "vitest";
import { mcpSkillId } from "../../../../src/mcp/host/mcp-skill-id.ts";
import { parseResourceUri, parseSkillUri, pathInSkill, type SkillUri } from "../../../../src/mcp/host/skill-uri.ts";

const parsed = (uri: string): SkillUri => {
  const result = parseSkillUri(uri);
  if (typeof result === "string") throw new Error(`${uri}: ${result}`);
  return result;
};

describe("parseSkillUri", () => {
  it("takes the URIs of the specification apart", () => {
    expect(parsed("skill://git-workflow/SKILL.md")).toMatchObject({
      scheme: "skill",
      folder: "git-workflow",
      root: "skill://git-workflow/",
    });
    expect(parsed("skill://acme/billing/refunds/SKILL.md")).toMatchObject({
      folder: "refunds",
      segments: ["acme", "billing", "refunds", "SKILL.md"],
    });
    expect(parsed("github://owner/repo/skills/refunds/SKILL.md")).toMatchObject({
      scheme: "github",
      folder: "refunds",
    });
    expect(parsed("https://example.com/skills/refunds/SKILL.md").root).toBe("https://example.com/skills/refunds/");
  });

  it.each([
    ["", "uri-invalid"],
    ["SKILL.md", "uri-invalid"],
    ["skill:x/SKILL.md", "uri-invalid"],
    ["skill://x//SKILL.md", "uri-invalid"],
    ["skill://x/SKILL.md/", "uri-invalid"],
    ["skill://x/SKILL.md#a", "uri-invalid"],
    ["skill://x\\y/SKILL.md", "uri-invalid"],
    ["skill://x/%zz/SKILL.md", "uri-invalid"],
    [`skill://${"x".repeat(5_000)}/SKILL.md`, "uri-invalid"],
    ["skill://x/./SKILL.md", "uri-traversal"],
    ["skill://x/a/..%2fb/SKILL.md", "uri-traversal"],
    ["skill://x/%5c/SKILL.md", "uri-traversal"],
    ["skill://x/skill.md", "uri-not-skill"],
    ["skill://x/NOTSKILL.md", "uri-not-skill"],
    ["blob:https://x/SKILL.md", "uri-scheme"],
    ["javascript:/x/SKILL.md", "uri-scheme"],
  ])("refuses %j: %s", (uri, reason) => {
    expect(parseSkillUri(uri)).toBe(reason);
  });

  it("refuses what is no text", () => {
    for (const value of [undefined, null, 1, {}, ["skill://x/SKILL.md"]])
      expect(parseResourceUri(value)).toBe("uri-invalid");
  });
});

describe("pathInSkill", () => {
  const skill = parsed("skill://acme/refunds/SKILL.md");

  it("gives the path of a file, decoded", () => {
    expect(pathInSkill(skill, "skill://acme/refunds/a%20b/%C3%BC.md")).toEqual({ path: "a b/ü.md" });
    expect(pathInSkill(skill, "skill://acme/refunds/a b/ü.md")).toEqual({ path: "a b/ü.md" });
  });

  it("refuses a file elsewhere", () => {
    for (const uri of [
      "skill://acme/refunds-2/a.md",
      "skill://acme/a.md",
      "skill://other/refunds/a.md",
      "SKILL://Acme/refunds/a.md",
    ]) {
      expect(pathInSkill(skill, uri), uri).toBe("manifest-outside");
    }
  });
});

describe("mcpSkillId", () => {
  const idOf = (uri: string, label = "hub"): Promise<string> => mcpSkillId(label, parsed(uri));

  it("is the label and the path", async () => {
    expect(await idOf("skill://refunds/SKILL.md")).toBe("hub:refunds");
    expect(await idOf("skill://acme/billing/refunds/SKILL.md")).toBe("hub:acme/billing/refunds");
    expect(await idOf("github://acme/refunds/SKILL.md")).toBe("hub:github:acme/refunds");
  });

  it("is another one for each URI, also where the path cannot be shown", async () => {
    const uris = [
      "skill://a/b/SKILL.md",
      "skill:/a/b/SKILL.md",
      "skill:///a/b/SKILL.md",
      "skill://%61/b/SKILL.md",
      "skill://a/%62/SKILL.md",
      "skill://a:80/b/SKILL.md",
      "skill://a%3A80/b/SKILL.md",
      "skill://con/b/SKILL.md",
      "skill://a%20b/b/SKILL.md",
      "skill://ü/b/SKILL.md",
      "skill://.a/b/SKILL.md",
      `skill://${"a/".repeat(150)}b/SKILL.md`,
      "x://a/b/SKILL.md",
    ];
    const canonical = new Set(uris.map((uri) => parsed(uri).canonical));
    const ids = new Set(await Promise.all(uris.map((uri) => idOf(uri))));
    expect(ids.size).toBe(canonical.size);
    for (const id of ids) expect(id).toMatch(/^hub:(?:[\w./:-]+|b~[0-9a-f]{32})$/);
  });

  it("is another one for each label", async () => {
    expect(await idOf("skill://refunds/SKILL.md", "a")).not.toBe(await idOf("skill://refunds/SKILL.md", "b"));
  });
});
