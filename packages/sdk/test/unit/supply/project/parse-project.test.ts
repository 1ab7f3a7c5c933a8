import { describe, expect, it } from "vitest";
import { parseProject } from "../../../../src/supply/project/parse-project.ts";

const sha = "0123456789abcdef0123456789abcdef01234567";

function codes(project: unknown): string[] {
  return parseProject(JSON.stringify(project)).diagnostics.map(({ code }) => code);
}

describe("parseProject", () => {
  it("reads every kind of source, targets and policy, with defaults in place", () => {
    const skills = {
      git: { type: "git", url: "github:acme/skills", version: "1.2.3", path: "skills", include: ["pdf*"] },
      market: { type: "claude-marketplace", url: "https://example.com/m.git", ref: "main", plugins: ["video"] },
      pkg: { type: "npm", package: "@acme/skills", version: "v2.0.0-rc.1" },
      site: { type: "well-known", url: "https://example.com" },
      local: { type: "file", path: "../shared-skills", exclude: ["draft"], agents: ["codex"] },
      server: { type: "mcp", url: "https://example.com/mcp", policy: { signatures: "require" } },
      commit: { type: "git", url: "https://example.com/x.git", sha },
    };
    const { project, diagnostics } = parseProject(
      JSON.stringify({
        $schema: "x",
        check: { anything: 1 },
        skills,
        targets: { bake: { out: "./src/skills.generated.ts" }, install: { agents: ["claude-code"] } },
        policy: { signatures: "warn", trusted: [{ key: "team.pem" }, { identity: "a@b.c", issuer: "https://i" }] },
      }),
    );
    expect(diagnostics).toEqual([]);
    expect(project?.skills).toEqual(skills);
    expect(project?.targets).toEqual({
      bake: { out: "src/skills.generated.ts" },
      install: { agents: ["claude-code"], mode: "copy", scope: "project" },
    });
    expect(project?.policy.trusted).toHaveLength(2);
    expect(parseProject("{}").project).toEqual({
      skills: {},
      targets: {},
      policy: { signatures: "ignore", trusted: [] },
    });
  });

  it.each<[name: string, project: unknown, code: string]>([
    ["an unknown section", { skils: {} }, "project-key-unknown"],
    ["an unknown key of a source", { skills: { a: { type: "file", path: "x", inclde: [] } } }, "project-key-unknown"],
    ["no type", { skills: { a: { url: "x" } } }, "project-key-missing"],
    ["an unknown type", { skills: { a: { type: "svn", url: "x" } } }, "project-value-invalid"],
    ["no address", { skills: { a: { type: "git", ref: "main" } } }, "project-key-missing"],
    ["no pin", { skills: { a: { type: "git", url: "x" } } }, "project-pin-missing"],
    ["two pins", { skills: { a: { type: "git", url: "x", ref: "m", sha } } }, "project-pin-ambiguous"],
    ["a pin where there is none", { skills: { a: { type: "file", path: "x", ref: "m" } } }, "project-key-unknown"],
    ["a commit of a package", { skills: { a: { type: "npm", package: "x", sha } } }, "project-key-unknown"],
    ["half a commit", { skills: { a: { type: "git", url: "x", sha: "abc123" } } }, "project-value-invalid"],
    ["a range as version", { skills: { a: { type: "git", url: "x", version: "^1.2" } } }, "project-value-invalid"],
    ["an unknown agent", { targets: { install: { agents: ["claud-code"] } } }, "project-agent-unknown"],
    [
      "an agent that the language knows",
      { targets: { install: { agents: ["constructor"] } } },
      "project-agent-unknown",
    ],
    ["a module outside of the project", { targets: { bake: { out: "../x.ts" } } }, "project-value-invalid"],
    ["an absolute module", { targets: { bake: { out: "/etc/x.ts" } } }, "project-value-invalid"],
    ["a module that is none", { targets: { bake: { out: "x.json" } } }, "project-value-invalid"],
    ["half a signer", { policy: { trusted: [{ identity: "a" }] } }, "project-value-invalid"],
    [
      "a signer with both",
      { policy: { trusted: [{ identity: "a", issuer: "b", key: "c" }] } },
      "project-value-invalid",
    ],
    ["a name with a path in it", { skills: { "../a": { type: "file", path: "x" } } }, "project-value-invalid"],
    ["a list for an object", { skills: [] }, "project-value-invalid"],
    ["an empty address", { skills: { a: { type: "well-known", url: " " } } }, "project-value-invalid"],
  ])("refuses %s", (_name, project, code) => {
    expect(codes(project)).toEqual([code]);
    expect(parseProject(JSON.stringify(project)).project).toBeUndefined();
  });

  it("says where, and what was probably meant", () => {
    const text = '{\n  "skills": {\n    "a": { "type": "file", "path": "x", "inclde": [] }\n  }\n}\n';
    const [finding] = parseProject(text).diagnostics;
    expect(finding).toMatchObject({ line: 3, column: 41, path: ["skills", "a", "inclde"] });
    expect(finding?.message).toContain('did you mean "include"?');
  });

  it("tells of a merge that was not finished, of a key that is there twice, and of what is no JSON", () => {
    const merged = '{\n<<<<<<< ours\n  "skills": {}\n=======\n  "skills": {}\n>>>>>>> theirs\n}\n';
    expect(parseProject(merged).diagnostics[0]?.message).toContain("a merge that was not finished");
    expect(parseProject('{ "skills": {}, "skills": {} }').diagnostics[0]?.message).toContain("twice");
    expect(parseProject("").diagnostics.map(({ code }) => code)).toEqual(["project-syntax"]);
    expect(parseProject('{ "skills": { "__proto__": 1 } }').project).toBeUndefined();
  });
});
