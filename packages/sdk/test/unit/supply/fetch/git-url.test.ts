import { describe, expect, test } from "vitest";
import { masked } from "../../../../src/supply/fetch/git/git-remote.ts";
import { gitUrl, withoutCredentials } from "../../../../src/supply/fetch/git/git-url.ts";

const here = { directory: "/project", env: {} };

describe("addresses of repositories", () => {
  test.each([
    ["github:owner/repo", "https://github.com/owner/repo.git"],
    ["github:owner/repo.git", "https://github.com/owner/repo.git"],
    ["github:o/.github", "https://github.com/o/.github.git"],
    ["https://example.com/a.git", "https://example.com/a.git"],
    ["ssh://git@example.com/a", "ssh://git@example.com/a"],
    ["git@example.com:a/b.git", "git@example.com:a/b.git"],
    ["host:path", "host:path"],
    ["../other", "/other"],
    ["./sub:x", "/project/sub:x"],
    ["/abs/repo", "/abs/repo"],
  ])("%s", (written, url) => {
    expect(gitUrl(written, here)).toMatchObject({ url, shown: url });
  });

  test("GitHub of one's own", () => {
    const env = { TRADECRAFT_GITHUB_URL: "https://git.example.com/" };
    expect(gitUrl("github:a/b", { ...here, env }).url).toBe("https://git.example.com/a/b.git");
    expect(() => gitUrl("github:a/b", { ...here, env: { TRADECRAFT_GITHUB_URL: "ext::sh" } })).toThrow(/refused/);
  });

  test.each(["github:a", "github:a/b/c", "github:-a/b", "github:../b", "github:a/-b", "github:"])(
    "%s is refused",
    (url) => {
      expect(() => gitUrl(url, here)).toThrow(/refused/);
    },
  );
});

describe("credentials", () => {
  test.each([
    ["https://user:pass@example.com/a?token=x#y", "https://example.com/a"],
    ["https://t0ken@example.com/a", "https://example.com/a"],
    ["https://a@b@example.com/a", "https://example.com/a"],
    ["ssh://git:pass@example.com/a", "ssh://git@example.com/a"],
    ["ssh://example.com/a", "ssh://example.com/a"],
    ["git@example.com:a", "git@example.com:a"],
    ["file:///a@b/c", "file:///a@b/c"],
    ["https://example.com/@scope/a", "https://example.com/@scope/a"],
    ["https:/user:pass@example.com/a", "https:/example.com/a"],
    ["https:user:pass@example.com", "https:example.com"],
    [String.raw`https:\\user:pass@example.com/a?x`, String.raw`https:\\example.com/a`],
  ])("%s is shown as %s", (url, shown) => {
    expect(withoutCredentials(url)).toBe(shown);
  });

  test("are masked in what git says, in any spelling", () => {
    const url = gitUrl("https://me:p%40ss%2Fw@example.com/a?key=abc", here);
    const said = "fatal: 'https://me:p%40ss%2Fw@example.com/a?key=abc' p@ss/w https://other:secret@x/y";
    expect(masked(said, url)).toBe("fatal: 'https://example.com/a?***' *** https://x/y");
  });
});
