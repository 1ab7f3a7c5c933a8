import { describe, expect, it } from "vitest";
import { isOpenIdentity, isOpenIssuer, matchesIdentity } from "../../../../src/supply/sign/match-identity.ts";

const workflow = "https://github.com/acme/skills/.github/workflows/release.yml@refs/tags/v1.2.3";

describe("matchesIdentity", () => {
  it.each([
    [workflow, workflow, true],
    [`${workflow}x`, workflow, false],
    [workflow, `${workflow}x`, false],
    ["https://github.com/acme/*/.github/workflows/release.yml@refs/tags/v*", workflow, true],
    ["https://github.com/acme/*", workflow, false],
    ["https://github.com/acme/**", workflow, true],
    ["https://github.com/acme/**", "https://github.com/acme-evil/x", false],
    ["https://github.com/acme**", "https://github.com/acme-evil/x", true],
    ["*@example.com", "ann@example.com", true],
    ["*@example.com", "ann@example.com.evil.com", false],
    ["*@example.com", "https://evil.com/@example.com", false],
    ["a.b@example.com", "aXb@example.com", false],
    ["(ann|bob)@example.com", "ann@example.com", false],
    ["[a-z]*@example.com", "ann@example.com", false],
    ["ann@example.com*", "ann@example.com", true],
    ["", "", true],
    ["*", "", true],
    ["a*b*c", "a-b-b-c", true],
    ["a*b*c", "a-c-b", false],
    ["*\u00e9*", "caf\u00e9s", true],
    ["***", "a/b", true],
  ])("%s against %s: %s", (pattern, identity, expected) => {
    expect(matchesIdentity(pattern, identity)).toBe(expected);
  });

  it("takes no longer for a pattern that is meant to take long", () => {
    const started = performance.now();
    expect(matchesIdentity(`${"*a".repeat(200)}b`, "a".repeat(2_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it.each([
    "",
    " ",
    "*",
    "**",
    "*@*",
    "*@*.com",
    "*@example.*",
    "**@example.com",
    "ann@example.com*",
    "h**",
    "ann*",
    "https://*",
    "https://**",
    "https://*/**",
    "https://**/**",
    "https://*.com/acme/**",
    "https://github.com/**",
    "https://github.com/*/skills/**",
    "https://github.com/acme**",
    "https:///acme/**",
    "http**://github.com/acme/x",
    "**/**",
  ])("takes the identity %s for anybody", (pattern) => expect(isOpenIdentity(pattern)).toBe(true));

  it.each(["*@example.com", "https://github.com/acme/**", "https://github.com/acme/*/x@refs/tags/v*", "ann", workflow])(
    "takes the identity %s for somebody",
    (pattern) => expect(isOpenIdentity(pattern)).toBe(false),
  );

  it.each(["", "*", "https://*", "https://**", "https://*.*", "https://*.com", "https://accounts.*/x", "*.com"])(
    "takes the issuer %s for anybody",
    (pattern) => expect(isOpenIssuer(pattern)).toBe(true),
  );

  it.each(["https://token.actions.githubusercontent.com", "https://login.example.com/*/v2.0", "https://a.com/**"])(
    "takes the issuer %s for somebody",
    (pattern) => expect(isOpenIssuer(pattern)).toBe(false),
  );
});
