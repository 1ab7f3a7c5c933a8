import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { identityToken, startSigstore } from "../../../sdk/test/support/sigstore-services.ts";
import { runCli } from "../helpers/run-cli.ts";
import { goodSkill, tempFolder } from "../helpers/temp-folder.ts";

const identity = "https://github.com/acme/skills/.github/workflows/release.yml@refs/heads/main";
const issuer = "https://token.actions.githubusercontent.com";

/** A folder with the skill `count`, a key, and what the CLI says there. */
async function desk(env: Readonly<Record<string, string>> = {}) {
  const cwd = tempFolder({
    "count/SKILL.md": goodSkill("count"),
    "count/scripts/run.sh": "#!/bin/sh\necho 1\n",
    "count/.hidden": "x",
  });
  chmodSync(join(cwd, "count/scripts/run.sh"), 0o755);
  const cli = (...argv: string[]) => runCli(argv, { cwd, env: { HOME: cwd, ...env } });
  expect(await cli("sign", "--new-key", "ann.pem")).toMatchObject({ code: 0, stderr: "" });
  return { cwd, cli };
}

const json = (text: string): unknown => JSON.parse(text);

describe("tradecraft sign", () => {
  it("makes a key that only its owner can read, never over another", async () => {
    const { cwd, cli } = await desk();
    const secret = readFileSync(join(cwd, "ann.pem"), "utf8");
    if (process.platform !== "win32") expect(statSync(join(cwd, "ann.pem")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(cwd, "ann.pem.pub"), "utf8")).toContain("BEGIN PUBLIC KEY");
    expect(await cli("sign", "--new-key", "ann.pem")).toMatchObject({ code: 2 });
    expect(readFileSync(join(cwd, "ann.pem"), "utf8")).toBe(secret);
    const nowhere = await cli("sign", "--new-key", "keys/ann.pem");
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining("its folder does not exist")]);
  });

  it("leaves no half of a key where the other half is in the way", async () => {
    const { cwd, cli } = await desk();
    rmSync(join(cwd, "ann.pem.pub"));
    expect(await cli("sign", "--new-key", "ann.pem")).toMatchObject({ code: 2 });
    expect(existsSync(join(cwd, "ann.pem.pub"))).toBe(false);
    writeFileSync(join(cwd, "bob.pem.pub"), "bob's");
    expect(await cli("sign", "--new-key", "bob.pem")).toMatchObject({ code: 2 });
    expect(existsSync(join(cwd, "bob.pem"))).toBe(false);
    expect(readFileSync(join(cwd, "bob.pem.pub"), "utf8")).toBe("bob's");
  });

  it.runIf(process.platform !== "win32")("warns of a private key that others can read", async () => {
    const { cwd, cli } = await desk();
    chmodSync(join(cwd, "ann.pem"), 0o640);
    const signed = await cli("sign", "count", "--key", "ann.pem");
    expect(signed).toMatchObject({ code: 0 });
    expect(signed.stderr).toMatch(/"ann\.pem" can be read or changed by others.*chmod 600/);
    chmodSync(join(cwd, "ann.pem"), 0o400);
    expect(await cli("sign", "count", "--key", "ann.pem")).toMatchObject({ code: 0, stderr: "" });
  });

  it("signs with a key and says so, without a word of the key", async () => {
    const { cwd, cli } = await desk();
    const signed = await cli("sign", "count", "--key", "ann.pem");
    expect(signed).toMatchObject({ code: 0, stderr: "" });
    expect(signed.stdout).toMatch(
      /^Signed count: 3 files, by the key [0-9a-f]{64}\n {2}count\/SKILL\.sigstore\.json\n$/,
    );
    const secret = readFileSync(join(cwd, "ann.pem"), "utf8").split("\n")[1] ?? "?";
    expect(signed.stdout).not.toContain(secret);
    expect(readFileSync(join(cwd, "count/SKILL.sigstore.json"), "utf8")).not.toContain(secret);
    const again = json((await cli("sign", "count/SKILL.md", "--key", "ann.pem", "--json")).stdout);
    expect(again).toMatchObject({ version: 1, ok: true, signature: { skill: "count", files: 3 } });
  });

  it("takes a passphrase from the environment", async () => {
    const { cwd, cli } = await desk({ TRADECRAFT_KEY_PASSPHRASE: "open sesame" });
    expect(readFileSync(join(cwd, "ann.pem"), "utf8")).toContain("ENCRYPTED");
    expect(await cli("sign", "count", "--key", "ann.pem")).toMatchObject({ code: 0 });
    const without = await runCli(["sign", "count", "--key", "ann.pem"], { cwd, env: { HOME: cwd } });
    expect(without).toMatchObject({ code: 1 });
    expect(without.stderr).toMatch(/signing-unavailable: .*passphrase/);
    expect(without.stderr).not.toContain("sesame");
  });

  it("replaces its own signature, and another's with --force", async () => {
    const { cli } = await desk();
    expect(await cli("sign", "count", "--key", "ann.pem")).toMatchObject({ code: 0 });
    expect(await cli("sign", "count", "--key", "ann.pem")).toMatchObject({ code: 0 });
    const other = await cli("sign", "count", "--new-key", "bob.pem");
    expect(other).toMatchObject({ code: 1 });
    expect(other.stderr).toMatch(/--force/);
    expect(await cli("sign", "count", "--key", "bob.pem", "--force")).toMatchObject({ code: 0 });
  });

  it("refuses wrong usage, a key in the skill, a folder with a .git", async () => {
    const { cwd, cli } = await desk();
    for (const argv of [
      ["sign"],
      ["sign", "count", "--key", "nowhere.pem"],
      ["sign", "count", "--key", "ann.pem", "--new-key", "b.pem"],
      ["sign", "count", "--key", "ann.pem", "--identity-token", "x"],
      ["sign", "count", "--key", "ann.pem", "--rekor-url", "nowhere"],
      ["sign", "count", "--new-key", "count/key.pem"],
    ])
      expect((await cli(...argv)).code, argv.join(" ")).toBe(2);
    writeFileSync(join(cwd, "count/key.pem"), readFileSync(join(cwd, "ann.pem")));
    expect((await cli("sign", "count", "--key", "count/key.pem")).stderr).toMatch(/lies in the skill's folder/);
    mkdirSync(join(cwd, "count/.git"));
    expect(await cli("sign", "count", "--key", "ann.pem")).toMatchObject({ code: 1 });
    expect((await cli("sign", "nowhere", "--key", "ann.pem", "--json")).stdout).toContain('"file-missing"');
    expect((await cli("sign", "count", "--key", "ann.pem.pub")).code).toBe(1);
  });
});

describe("tradecraft verify", () => {
  it("keeps not signed, not checked and valid apart", async () => {
    const { cli } = await desk();
    const unsigned = await cli("verify", "count");
    expect(unsigned).toMatchObject({ code: 0 });
    expect(unsigned.stdout).toMatch(
      /^- count {2}count\n {2}content {4}not compared.*\n {2}signature {2}not signed: there is no/,
    );
    expect(await cli("verify", "count", "--require")).toMatchObject({ code: 1 });
    expect(await cli("verify", "count", "--key", "ann.pem.pub")).toMatchObject({ code: 1 });

    await cli("sign", "count", "--key", "ann.pem");
    const unchecked = await cli("verify", "count");
    expect(unchecked).toMatchObject({ code: 0 });
    expect(unchecked.stdout).toMatch(/^- count[^]*signature {2}not checked: it says it is by the key/);
    expect(await cli("verify", "count", "--require")).toMatchObject({ code: 1 });

    const valid = await cli("verify", "count", "--key", "ann.pem.pub");
    expect(valid).toMatchObject({ code: 0, stderr: "" });
    expect(valid.stdout).toMatch(/^✓ count[^]*content {4}not compared/);
    expect(valid.stdout).toMatch(/signature {2}valid: Signed by the key/);
  });

  it("names what changed, file by file, as text and as JSON", async () => {
    const { cwd, cli } = await desk();
    await cli("sign", "count", "--key", "ann.pem");
    writeFileSync(join(cwd, "count/.hidden"), "y");
    writeFileSync(join(cwd, "count/evil\u202e.sh"), "z");
    const { code, stdout } = await cli("verify", "./count", "--key", "ann.pem.pub");
    expect(code).toBe(1);
    expect(stdout).toMatch(/signature {2}invalid: /);
    expect(stdout).toContain(".hidden  file-changed: its content is another");
    expect(stdout).not.toContain("\u202e");
    const report = json((await cli("verify", "count", "--key", "ann.pem.pub", "--json")).stdout);
    expect(report).toMatchObject({
      version: 1,
      ok: false,
      skills: [
        {
          name: "count",
          lock: null,
          signature: {
            status: "invalid",
            code: "files-changed",
            changes: [
              { code: "file-changed", path: ".hidden" },
              { code: "path-refused", path: "evil\u202e.sh" },
            ],
          },
        },
      ],
    });
  });

  it("says that only line endings differ", async () => {
    const { cwd, cli } = await desk();
    await cli("sign", "count", "--key", "ann.pem");
    writeFileSync(join(cwd, "count/SKILL.md"), goodSkill("count").replaceAll("\n", "\r\n"));
    const { code, stdout } = await cli("verify", "count", "--key", "ann.pem.pub");
    expect(code).toBe(1);
    expect(stdout).toMatch(/Only line endings differ/);
  });

  it("tells a stranger's signature from none", async () => {
    const { cli } = await desk();
    await cli("sign", "count", "--new-key", "bob.pem");
    const { code, stdout } = await cli("verify", "count", "--key", "ann.pem.pub");
    expect(code).toBe(1);
    expect(stdout).toMatch(/signature {2}not trusted: /);
  });

  it("checks identities against a trust root, without network", async () => {
    const services = await startSigstore();
    try {
      const { cwd, cli } = await desk();
      const token = identityToken({ sub: identity, iss: issuer });
      const at = ["--fulcio-url", services.url, "--rekor-url", `${services.url}/`, "--tsa-url", services.url];
      const signed = await cli("sign", "count", "--identity-token", token, ...at);
      expect(signed).toMatchObject({ code: 0, stderr: "" });
      expect(signed.stdout).toContain(identity);
      expect(signed.stdout).not.toContain(token);
      writeFileSync(join(cwd, "root.json"), services.trustRoot);
      const before = services.requests.length;
      const offline = ["--offline", "--trust-root", "root.json"];
      const by = (who: string, from = issuer) =>
        cli("verify", "count", "--identity", who, "--issuer", from, ...offline);
      expect(await by(identity)).toMatchObject({ code: 0 });
      expect(await by("https://github.com/acme/*/.github/workflows/release.yml@refs/heads/*")).toMatchObject({
        code: 0,
      });
      expect(await by(identity.replace("acme", "evil"))).toMatchObject({ code: 1 });
      expect(await by(identity, "https://evil.example.com")).toMatchObject({ code: 1 });
      expect(await by("**")).toMatchObject({ code: 2 });
      expect(services.requests.length).toBe(before);
      const alone = await cli("verify", "count", "--identity", identity, "--issuer", issuer, "--offline");
      expect(alone).toMatchObject({ code: 1 });
      expect(alone.stdout).toMatch(/signature {2}not checked: .*trust root/);
    } finally {
      await services.close();
    }
  });

  it("compares what is installed with the lock, checks its signature, and reports both", async () => {
    const { cwd, cli } = await desk();
    await cli("sign", "count", "--key", "ann.pem");
    const project = {
      skills: { own: { type: "file", path: "./count" } },
      targets: { install: { agents: ["claude-code"] } },
      policy: { signatures: "require", trusted: [{ key: "ann.pem.pub" }] },
    };
    writeFileSync(join(cwd, "tradecraft.json"), JSON.stringify(project));
    expect(await cli("sync")).toMatchObject({ code: 0 });
    const both = await cli("verify");
    expect(both.stdout).toMatch(/content {4}as locked/);
    expect(both.stdout).toMatch(/signature {2}valid: /);
    expect(both.code).toBe(0);
    writeFileSync(join(cwd, ".claude/skills/count/.hidden"), "y");
    const changed = await cli("verify", "count");
    expect(await cli("verify", "unknown")).toMatchObject({ code: 1 });
    const installed = await cli("verify", ".claude/skills/count", "--key", "ann.pem.pub");
    expect(installed).toMatchObject({ code: 1 });
    const report = json((await cli("verify", "--json")).stdout);
    expect(report).toMatchObject({
      ok: false,
      skills: [{ name: "count", lock: { state: "changed" }, signature: { status: "invalid", code: "files-changed" } }],
    });
    expect(changed.stdout).toMatch(/count/);
  });

  /** Two sources, `own` with a policy of its own; synced before that. */
  async function twoSources(own: object) {
    const { cwd, cli } = await desk();
    mkdirSync(join(cwd, "other/plain"), { recursive: true });
    writeFileSync(join(cwd, "other/plain/SKILL.md"), goodSkill("plain"));
    const project = (policy: object) => ({
      skills: { own: { type: "file", path: "./count", ...policy }, other: { type: "file", path: "./other" } },
      targets: { install: { agents: ["claude-code"] } },
    });
    const declare = (policy: object): void =>
      writeFileSync(join(cwd, "tradecraft.json"), JSON.stringify(project(policy)));
    declare({});
    expect(await cli("sync")).toMatchObject({ code: 0 });
    declare({ policy: own });
    return { cwd, cli, declare };
  }

  it("goes by the policy of the source that a skill is from", async () => {
    const { cli, declare } = await twoSources({ signatures: "require", trusted: [{ key: "ann.pem.pub" }] });
    const unsigned = await cli("verify");
    expect(unsigned.code).toBe(1);
    expect(unsigned.stdout).toMatch(/✗ count/);
    expect(unsigned.stdout).toMatch(/✓ plain/);
    expect(await cli("verify", "plain")).toMatchObject({ code: 0 });
    declare({});
    expect(await cli("verify")).toMatchObject({ code: 0 });
    await cli("sign", "count", "--key", "ann.pem");
    expect(await cli("update", "own", "--yes")).toMatchObject({ code: 0 });
    declare({ policy: { signatures: "require", trusted: [{ key: "ann.pem.pub" }] } });
    expect((await cli("verify")).stdout).toMatch(/signature {2}valid: /);
    expect((await cli("verify")).code).toBe(0);
    await cli("sign", "--new-key", "bob.pem");
    declare({ policy: { signatures: "require", trusted: [{ key: "bob.pem.pub" }] } });
    for (const argv of [["verify"], ["verify", ".claude/skills/count"]]) {
      const other = await cli(...argv);
      expect(other).toMatchObject({ code: 1 });
      expect(other.stdout).toMatch(/signature {2}not trusted: /);
    }
  });

  it("is part of sync --check, where the policy asks for signatures", async () => {
    const { cli, declare } = await twoSources({ signatures: "require", trusted: [{ key: "ann.pem.pub" }] });
    const refused = await cli("sync", "--check");
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stdout).toMatch(/✖ own: .*[Nn]ot signed/);
    expect(refused.stdout).toMatch(/The policy lets no sync through/);
    expect(refused.stdout).not.toMatch(/other: |To put it right/);
    const asJson = JSON.parse((await cli("sync", "--check", "--json")).stdout) as { refused: string[] };
    expect(asJson).toMatchObject({ ok: false, refused: [expect.stringMatching(/^own: /)] });
    declare({ policy: { signatures: "warn", trusted: [{ key: "ann.pem.pub" }] } });
    const warned = await cli("sync", "--check");
    expect(warned).toMatchObject({ code: 0 });
    expect(warned.stderr).toMatch(/own: count: .*[Nn]ot signed/);
    await cli("sign", "count", "--key", "ann.pem");
    declare({});
    expect(await cli("update", "own", "--yes")).toMatchObject({ code: 0 });
    declare({ policy: { signatures: "require", trusted: [{ key: "ann.pem.pub" }] } });
    expect(await cli("sync", "--check")).toMatchObject({ code: 0, stderr: "" });
    declare({ policy: { signatures: "require", trusted: [{ key: "nowhere.pub" }] } });
    expect(await cli("sync", "--check")).toMatchObject({ code: 1 });
  });

  it("compares a path with the lock, where the lock has installed it there", async () => {
    const { cwd, cli } = await twoSources({});
    const same = await cli("verify", ".claude/skills/count");
    expect(same).toMatchObject({ code: 0 });
    expect(same.stdout).toMatch(/content {4}as locked/);
    writeFileSync(join(cwd, ".claude/skills/count/.hidden"), "evil");
    for (const path of [".claude/skills/count", join(cwd, ".claude/skills/count/SKILL.md")]) {
      const changed = await cli("verify", path);
      expect(changed, path).toMatchObject({ code: 1 });
      expect(changed.stdout).toMatch(/content {4}not as locked/);
      expect(changed.stdout).toContain(".hidden  file-changed");
    }
    symlinkSync(join(cwd, ".claude/skills/count"), join(cwd, "alias"));
    expect(await cli("verify", "./alias")).toMatchObject({ code: 1 });
    const elsewhere = await runCli(["verify", join(cwd, ".claude/skills/count")], {
      cwd: tempFolder(),
      env: { HOME: cwd },
    });
    expect(elsewhere).toMatchObject({ code: 1 });
    const own = await cli("verify", "./count");
    expect(own).toMatchObject({ code: 0 });
    expect(own.stdout).toMatch(/content {4}not compared with a lock/);
  });

  it("saves a trust root neither without network nor over a file", async () => {
    const { cwd, cli } = await desk();
    const offline = await cli("verify", "--offline", "--save-trust-root", "root.json");
    expect(offline).toMatchObject({ code: 2 });
    expect(offline.stderr).toMatch(/does not go with --offline/);
    const over = await cli("verify", "--save-trust-root", "ann.pem");
    expect(over).toMatchObject({ code: 2 });
    expect(over.stderr).toMatch(/there already/);
    expect(readFileSync(join(cwd, "ann.pem"), "utf8")).toContain("PRIVATE KEY");
  });

  it("refuses wrong usage", async () => {
    const { cli } = await desk();
    for (const argv of [
      ["verify", "./nowhere"],
      ["verify", "count", "--identity", "https://*/**", "--issuer", "https://issuer.example.com"],
      ["verify", "count", "--identity", "a@b.c", "--issuer", "https://*.com"],
      ["verify", "count", "--identity", "a@b.c"],
      ["verify", "count", "--issuer", "https://a"],
      ["verify", "count", "--key", "nowhere.pem"],
      ["verify", "count", "--trust-root", "nowhere.json"],
    ])
      expect((await cli(...argv)).code, argv.join(" ")).toBe(2);
    const secret = await cli("verify", "count", "--key", "ann.pem");
    expect(secret).toMatchObject({ code: 2 });
    expect(secret.stderr).toMatch(/public half/);
  });
});
