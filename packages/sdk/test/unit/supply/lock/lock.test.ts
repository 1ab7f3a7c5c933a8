import { describe, expect, it } from "vitest";
import { SkillError } from "../../../../src/core/errors.ts";
import { formatLock } from "../../../../src/supply/lock/format-lock.ts";
import { type Lock, requestOf } from "../../../../src/supply/lock/lock.ts";
import { parseLock } from "../../../../src/supply/lock/parse-lock.ts";

const hex = "a".repeat(64);
const commit = "b".repeat(40);

function lockWith(name: string): Lock {
  return {
    lockVersion: 1,
    sources: {
      [name]: {
        request: { type: "git", url: "https://example.com/x.git", ref: "main", include: ["pdf", "x"] },
        resolved: { ref: "main", commit },
        skills: {
          "skills/pdf": {
            name: "pdf",
            digest: `sha256:${hex}`,
            files: [
              { path: "scripts/run.sh", size: 3, executable: true, sha256: hex },
              { path: "SKILL.md", size: 10, executable: false, sha256: hex },
            ],
          },
        },
      },
    },
    installed: { ".claude/skills": { mode: "copy", skills: ["pdf", "abc"] } },
  };
}

function refusal(text: string): SkillError {
  try {
    parseLock(text);
  } catch (error) {
    if (SkillError.is(error)) return error;
  }
  throw new Error("it was accepted");
}

describe("a lock", () => {
  it("is the same text in whatever order it was made, and comes back as it was", () => {
    const lock = { ...lockWith("b"), sources: { ...lockWith("b").sources, ...lockWith("a").sources } };
    const other = { ...lockWith("a"), sources: { ...lockWith("a").sources, ...lockWith("b").sources } };
    expect(formatLock(lock)).toBe(formatLock(other));
    expect(formatLock(parseLock(formatLock(lock)))).toBe(formatLock(lock));
    expect(formatLock(lock)).toMatchInlineSnapshot(`
      "{
        "lockVersion": 1,
        "sources": {
          "a": {
            "request": { "include": ["pdf","x"], "ref": "main", "type": "git", "url": "https://example.com/x.git" },
            "resolved": { "commit": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "ref": "main" },
            "skills": {
              "skills/pdf": {
                "name": "pdf",
                "digest": "sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "files": [
                  { "path": "SKILL.md", "size": 10, "executable": false, "sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" },
                  { "path": "scripts/run.sh", "size": 3, "executable": true, "sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" }
                ]
              }
            }
          },
          "b": {
            "request": { "include": ["pdf","x"], "ref": "main", "type": "git", "url": "https://example.com/x.git" },
            "resolved": { "commit": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", "ref": "main" },
            "skills": {
              "skills/pdf": {
                "name": "pdf",
                "digest": "sha256:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "files": [
                  { "path": "SKILL.md", "size": 10, "executable": false, "sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" },
                  { "path": "scripts/run.sh", "size": 3, "executable": true, "sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" }
                ]
              }
            }
          }
        },
        "installed": {
          ".claude/skills": {
            "mode": "copy",
            "skills": [
              "abc",
              "pdf"
            ]
          }
        }
      }
      "
    `);
  });

  it("has a line for each file, so that two branches merge", () => {
    const lines = formatLock(lockWith("a")).split("\n");
    expect(lines.filter((line) => line.includes('"sha256"'))).toHaveLength(2);
  });

  it("is read with the line endings that git may give it", () => {
    expect(parseLock(formatLock(lockWith("a")).replaceAll("\n", "\r\n"))).toEqual(parseLock(formatLock(lockWith("a"))));
  });

  it.each<[name: string, change: (text: string) => string, message: string]>([
    ["is no JSON", () => "lock", "not valid JSON"],
    ["is empty", () => "", "not valid JSON"],
    ["has marks of a merge", (text) => text.replace('  "sources"', '<<<<<<< HEAD\n  "sources"'), "merge"],
    ["is of a later version", (text) => text.replace('"lockVersion": 1', '"lockVersion": 2'), "newer tradecraft"],
    ["is of no version", (text) => text.replace('"lockVersion": 1', '"lockVersion": "1"'), "lockVersion"],
    ["has an unknown key", (text) => text.replace('"resolved"', '"resolvd"'), "did you mean resolved?"],
    ["lacks a key", (text) => text.replace(/ {6}"resolved".*\n/, ""), 'lacks "resolved"'],
    ["has half a commit", (text) => text.replace(commit, "abc"), "a whole commit"],
    ["has a digest of another kind", (text) => text.replace("sha256:", "sha1:"), "sha256:"],
    ["has a path that leaves the skill", (text) => text.replace("scripts/run.sh", "../run.sh"), "a path inside"],
    ["has a folder that leaves the source", (text) => text.replace("skills/pdf", "../pdf"), "a path inside"],
    ["has a size below nothing", (text) => text.replace('"size": 3', '"size": -3'), "a number of bytes"],
    ["has the same key twice", (text) => text.replace('"name": "pdf",', '"name": "pdf", "name": "pdg",'), "twice"],
    [
      "has one file twice the same way",
      (text) => text.replace('"installed": {', '"installed": {}, "installed": {'),
      "twice",
    ],
  ])("that %s is refused", (_name, change, message) => {
    const text = formatLock(lockWith("a"));
    const changed = change(text);
    expect(changed).not.toBe(text);
    const error = refusal(changed);
    expect(error.code).toBe("lock-invalid");
    expect(error.message).toContain(message);
    expect(error.message).toMatch(/^tradecraft\.lock:\d+:\d+: /);
  });

  it("asks for the same whatever has no influence on the content", () => {
    const source = { type: "git", url: "https://example.com/x.git", ref: "main" } as const;
    expect(requestOf({ ...source, agents: ["codex"], policy: { signatures: "warn" } })).toEqual(requestOf(source));
    expect(requestOf({ ...source, exclude: ["x"] })).not.toEqual(requestOf(source));
  });
});
