import { describe, expect, it } from "vitest";
import { parseSourceText } from "../../../src/supply/parse-source-text.ts";
import type { SourceDraft } from "../../../src/supply/source-text/source-draft.ts";
import { UsageError } from "../../../src/usage-error.ts";

const sha = "0123456789abcdef0123456789abcdef01234567";
const git = (url: string, more: Partial<SourceDraft> = {}): SourceDraft => ({ type: "git", url, ...more });

const forms: readonly (readonly [text: string, name: string, source: SourceDraft])[] = [
  ["owner/repo", "repo", git("github:owner/repo")],
  ["github:owner/repo", "repo", git("github:owner/repo")],
  ["GitHub:owner/repo", "repo", git("github:owner/repo")],
  ["owner/repo.git", "repo", git("github:owner/repo")],
  ["my_org/my.repo", "my.repo", git("github:my_org/my.repo")],
  ["owner/repo/sub/path", "path", git("github:owner/repo", { path: "sub/path" })],
  ["owner/repo/sub/path/", "path", git("github:owner/repo", { path: "sub/path" })],
  ["owner/repo/pdf/SKILL.md", "pdf", git("github:owner/repo", { path: "pdf" })],
  ["owner/repo@pdf", "pdf", git("github:owner/repo", { include: ["pdf"] })],
  ["owner/repo@pdf#v1.2.3", "pdf", git("github:owner/repo", { include: ["pdf"], version: "v1.2.3" })],
  ["owner/repo#main@pdf", "pdf", git("github:owner/repo", { include: ["pdf"], ref: "main" })],
  ["owner/repo#1.2.3", "repo", git("github:owner/repo", { version: "1.2.3" })],
  ["owner/repo#1.2.3-rc.1+5", "repo", git("github:owner/repo", { version: "1.2.3-rc.1+5" })],
  ["owner/repo#v1", "repo", git("github:owner/repo", { ref: "v1" })],
  ["owner/repo#feature/new-things", "repo", git("github:owner/repo", { ref: "feature/new-things" })],
  [`owner/repo#${sha}`, "repo", git("github:owner/repo", { sha })],
  ["owner/repo#0123456", "repo", git("github:owner/repo", { ref: "0123456" })],
  ["https://github.com/owner/repo", "repo", git("github:owner/repo")],
  ["https://www.github.com/owner/repo/", "repo", git("github:owner/repo")],
  ["https://github.com/owner/repo.git#main", "repo", git("github:owner/repo", { ref: "main" })],
  [
    "https://github.com/owner/repo/tree/main/skills/pdf",
    "pdf",
    git("github:owner/repo", { ref: "main", path: "skills/pdf" }),
  ],
  ["https://github.com/owner/repo/tree/v1.2.3", "repo", git("github:owner/repo", { version: "v1.2.3" })],
  [
    `https://github.com/owner/repo/blob/${sha}/skills/a%20b/SKILL.md`,
    "a-b",
    git("github:owner/repo", { sha, path: "skills/a b" }),
  ],
  [
    "https://github.com/owner/repo/tree/main/pdf#v2.0.0",
    "pdf",
    git("github:owner/repo", { version: "v2.0.0", path: "pdf" }),
  ],
  [`https://github.com/owner/repo/commit/${sha}`, "repo", git("github:owner/repo", { sha })],
  ["https://github.com/owner/repo/releases/tag/v2.0.0", "repo", git("github:owner/repo", { version: "v2.0.0" })],
  ["https://gitlab.com/group/sub/repo", "repo", git("https://gitlab.com/group/sub/repo.git")],
  [
    "https://gitlab.example.com/group/repo/-/tree/main/skills",
    "skills",
    git("https://gitlab.example.com/group/repo.git", { ref: "main", path: "skills" }),
  ],
  [
    "https://codeberg.org/owner/repo/src/branch/main/pdf",
    "pdf",
    git("https://codeberg.org/owner/repo.git", { ref: "main", path: "pdf" }),
  ],
  ["https://git.example.com/a/b/c.git", "c", git("https://git.example.com/a/b/c.git")],
  ["https://git.example.com/c.git#v1.0.0", "c", git("https://git.example.com/c.git", { version: "v1.0.0" })],
  ["http://localhost:8080/c.git", "c", git("http://localhost:8080/c.git")],
  ["git+https://example.com/c", "c", git("https://example.com/c")],
  ["git@github.com:owner/repo.git", "repo", git("git@github.com:owner/repo.git")],
  ["git@host:path/repo.git#main", "repo", git("git@host:path/repo.git", { ref: "main" })],
  ["ssh://git@host:22/path/repo.git", "repo", git("ssh://git@host:22/path/repo.git")],
  ["file:///srv/git/skills.git#1.0.0", "skills", git("file:///srv/git/skills.git", { version: "1.0.0" })],
  ["npm:skills", "skills", { type: "npm", package: "skills" }],
  ["npm:skills@1.2.3", "skills", { type: "npm", package: "skills", version: "1.2.3" }],
  ["npm:@scope/skills", "skills", { type: "npm", package: "@scope/skills" }],
  ["npm:@scope/skills@next", "skills", { type: "npm", package: "@scope/skills", ref: "next" }],
  [".", "local", { type: "file", path: "." }],
  ["./folder", "folder", { type: "file", path: "./folder" }],
  ["../a b/", "a-b", { type: "file", path: "../a b/" }],
  ["/srv/skills", "skills", { type: "file", path: "/srv/skills" }],
  ["C:\\skills\\pdf", "pdf", { type: "file", path: "C:\\skills\\pdf" }],
  ["file:./folder", "folder", { type: "file", path: "./folder" }],
  ["https://example.com", "example.com", { type: "well-known", url: "https://example.com" }],
  ["https://example.com/team/", "example.com", { type: "well-known", url: "https://example.com/team/" }],
  ["https://example.com/pdf/SKILL.md", "pdf", { type: "well-known", url: "https://example.com/pdf/SKILL.md" }],
  ["https://example.com/d/pdf.tar.gz", "pdf", { type: "well-known", url: "https://example.com/d/pdf.tar.gz" }],
  [
    "https://github.com/o/r/releases/download/v1/pdf.skill",
    "pdf",
    { type: "well-known", url: "https://github.com/o/r/releases/download/v1/pdf.skill" },
  ],
  ["mcp+https://mcp.example.com/mcp", "mcp.example.com", { type: "mcp", url: "https://mcp.example.com/mcp" }],
  ["marketplace:owner/repo", "repo", { type: "claude-marketplace", url: "github:owner/repo" }],
  [
    "marketplace:owner/repo@docs#v1.0.0",
    "docs",
    { type: "claude-marketplace", url: "github:owner/repo", plugins: ["docs"], version: "v1.0.0" },
  ],
  [
    "marketplace:https://git.example.com/m.git",
    "m",
    { type: "claude-marketplace", url: "https://git.example.com/m.git" },
  ],
];

const refused: readonly (readonly [text: string, reason: RegExp])[] = [
  ["", /empty/],
  ["   ", /empty/],
  [" owner/repo", /spaces/],
  ["owner/re\npo", /control/],
  ["owner/re\u202epo", /invisible/],
  ["\u001b[2Jowner/repo", /control/],
  ["--upload-pack=touch /tmp/x", /option/],
  ["ext::sh -c touch% /tmp/x", /run commands/],
  ["fd::17", /run commands/],
  ["javascript:alert(1)", /nothing is called "javascript:"/],
  ["gitlab:owner/repo", /nothing is called "gitlab:"/],
  ["pdf", /npm:pdf/],
  ["owner/..", /write owner\/repo/],
  ["owner/.", /write owner\/repo/],
  ["../../etc/passwd\0", /control/],
  ["owner/repo/../../other", /no folder/],
  ["owner/repo/a//b", /no folder/],
  ["owner/repo#", /behind #/],
  ["owner/repo@", /behind @/],
  ["https://user:secret@example.com/r.git", /user or a password/],
  ["https://token@github.com/owner/repo", /user or a password/],
  ["ssh://git:secret@host/repo", /password/],
  ["ssh://-oProxyCommand=touch/x", /option/],
  ["git@-host:repo", /option|no source/],
  ["https://github.com/owner", /owner\/name/],
  ["https://github.com/owner/repo/issues/5", /owner\/name/],
  ["https://github.com/owner/repo/tree/main/%2e%2e%2fx", /no folder/],
  ["https://github.com/owner/repo/tree/main/%", /escapes|no address/],
  ["https://github.com/owner/repo/tree/main/%00", /control/],
  ["https://", /no address/],
  ["https://example.com/x.zip#v1", /no #ref/],
  ["mcp+https://example.com/#x", /no #ref/],
  ["mcp+https://me:pw@example.com", /password/],
  ["npm:", /npm:name/],
  ["npm:Bad Name", /npm:name/],
  ["npm:pkg@^1.0.0", /neither one version/],
  ["npm:../evil", /npm:name/],
  ["marketplace:owner/repo/sub", /whole repository/],
  ["marketplace:https://example.com", /is a repository/],
  ["~/skills", /written out/],
  ["github:", /write owner\/repo/],
];

describe("parseSourceText", () => {
  it.each(forms)("%s", (text, name, source) => {
    expect(parseSourceText(text)).toEqual({ name, source });
  });

  it("takes any address for an MCP server when told so", () => {
    const source = { type: "mcp", url: "https://example.com/skills" };
    expect(parseSourceText("https://example.com/skills", { mcp: true }).source).toEqual(source);
    expect(() => parseSourceText("owner/repo", { mcp: true })).toThrow(/MCP server/);
    expect(() => parseSourceText("npm:x", { mcp: true })).toThrow(/MCP server/);
  });

  it.each(refused)("refuses %j", (text, reason) => {
    expect(() => parseSourceText(text)).toThrow(UsageError);
    expect(() => parseSourceText(text)).toThrow(reason);
  });

  it("never repeats a password", () => {
    for (const text of ["https://user:hunter2@example.com/r.git", "ssh://git:hunter2@host/repo"]) {
      let told = "";
      try {
        parseSourceText(text);
      } catch (error) {
        told = String(error);
      }
      expect(told).toContain("…@");
      expect(told).not.toContain("hunter2");
    }
  });

  it("refuses what is too long, and shows only its beginning", () => {
    expect(() => parseSourceText("x".repeat(3000))).toThrow(/^"x{120}…" is no source: it is too long$/);
  });

  it("gives names that a project file takes", () => {
    for (const [text] of forms) expect(parseSourceText(text).name).toMatch(/^[A-Za-z0-9][\w.@+-]{0,63}$/);
    expect(parseSourceText(`./${"ü".repeat(100)}x`).name).toBe("x");
    expect(parseSourceText("./日本").name).toBe("skills");
  });
});
