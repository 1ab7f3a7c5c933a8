import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSkillRegistry } from "@tradecraft/sdk";
import {
  discoverSkillRoots,
  type DiscoverSkillRootsOptions,
  folderSkillSource,
  type SkillRoot,
} from "@tradecraft/sdk/node";
import { listing, skillMd, skillsAt } from "./skill-tree.ts";
import { tempFolder } from "./temp-folder.ts";

/** A home folder, and beside it a repository with a project in it. */
function place(files: Record<string, string>): {
  folder: string;
  discover: (options?: DiscoverSkillRootsOptions) => Promise<SkillRoot[]>;
  /** What was found, as paths from the place itself. */
  paths: (options?: DiscoverSkillRootsOptions) => Promise<string[]>;
} {
  const folder = tempFolder({ "home/keep": "", "repo/.git/HEAD": "", "repo/packages/app/keep": "", ...files });
  const discover = (options: DiscoverSkillRootsOptions = {}): Promise<SkillRoot[]> =>
    discoverSkillRoots({ cwd: join(folder, "repo/packages/app"), home: join(folder, "home"), env: {}, ...options });
  return {
    folder,
    discover,
    paths: async (options) => (await discover(options)).map(({ path }) => path.slice(folder.length + 1)),
  };
}

describe("what is found", () => {
  it("is nothing where there is nothing", async () => {
    expect(await place({}).paths()).toEqual([]);
  });

  it("is the project's before the user's, nearer before farther, the shared before a client's", async () => {
    const { paths } = place(
      skillsAt(
        "home/.agents/skills/a",
        "home/.claude/skills/a",
        "home/.config/agents/skills/a",
        "repo/.agents/skills/a",
        "repo/.claude/skills/a",
        "repo/packages/.claude/skills/a",
        "repo/packages/app/.claude/skills/a",
        "repo/packages/app/.agents/skills/a",
        "repo/packages/app/.github/skills/a",
      ),
    );
    expect(await paths()).toEqual([
      "repo/packages/app/.agents/skills",
      "repo/packages/app/.claude/skills",
      "repo/packages/app/.github/skills",
      "repo/packages/.claude/skills",
      "repo/.agents/skills",
      "repo/.claude/skills",
      "home/.agents/skills",
      "home/.config/agents/skills",
      "home/.claude/skills",
    ]);
  });

  it("says whose each is", async () => {
    const { discover, folder } = place(skillsAt("repo/.cursor/skills/a", "home/.agents/skills/a"));
    expect(await discover()).toEqual([
      { path: join(folder, "repo/.cursor/skills"), scope: "project", client: "cursor", trusted: false },
      { path: join(folder, "home/.agents/skills"), scope: "user", client: "agents", trusted: true },
    ]);
  });

  it("ends at the root of the repository", async () => {
    const { paths } = place(skillsAt(".agents/skills/above", "repo/.agents/skills/in"));
    expect(await paths()).toEqual(["repo/.agents/skills"]);
  });

  it("ends at the nearest repository", async () => {
    const { paths } = place({
      "repo/packages/.git/HEAD": "",
      ...skillsAt("repo/.agents/skills/outer", "repo/packages/.agents/skills/in"),
    });
    expect(await paths()).toEqual(["repo/packages/.agents/skills"]);
  });

  it("takes a .git that is a file for a repository", async () => {
    const { paths, folder } = place({
      "tree/.git": "gitdir: ../repo/.git/worktrees/tree\n",
      ...skillsAt(".agents/skills/above", "tree/.agents/skills/in", "tree/sub/.agents/skills/in"),
    });
    expect(await paths({ cwd: join(folder, "tree/sub") })).toEqual(["tree/sub/.agents/skills", "tree/.agents/skills"]);
  });

  it("is the folder alone outside a repository", async () => {
    const { paths, folder } = place(
      skillsAt(".agents/skills/x", "loose/.agents/skills/x", "loose/deep/.agents/skills/x"),
    );
    expect(await paths({ cwd: join(folder, "loose/deep") })).toEqual(["loose/deep/.agents/skills"]);
  });

  it.each(["home", "home/work", ""])("never takes the home folder for a project, from %j", async (cwd) => {
    const { discover, folder } = place({
      ...skillsAt("home/.agents/skills/a", ".agents/skills/b"),
      "home/.git/HEAD": "",
      "home/work/x": "",
    });
    expect(await discover({ cwd: join(folder, cwd) })).toMatchObject([
      { path: join(folder, "home/.agents/skills"), scope: "user", trusted: true },
    ]);
  });

  it.skipIf(process.platform === "win32")(
    "never takes the home folder for a project when it is reached by a link",
    async () => {
      // As where /home is a link to /var/home: the process says the real path, the environment the other.
      const { discover, folder } = place(skillsAt("home/.agents/skills/a"));
      symlinkSync("home", join(folder, "link"));
      expect(await discover({ cwd: join(folder, "home"), home: join(folder, "link") })).toMatchObject([
        { scope: "user", trusted: true },
      ]);
      expect(await discover({ cwd: join(folder, "link"), home: join(folder, "home") })).toMatchObject([
        { scope: "user", trusted: true },
      ]);
    },
  );

  it("is folders only", async () => {
    const { paths } = place({ "repo/.agents/skills": "A file.", "home/.claude/skills": "A file." });
    expect(await paths()).toEqual([]);
  });

  it("is nothing of a project that does not exist", async () => {
    const { paths, folder } = place(skillsAt("home/.agents/skills/a"));
    expect(await paths({ cwd: join(folder, "repo/nowhere/at/all") })).toEqual(["home/.agents/skills"]);
  });

  it("leaves out what is called for by name of client", async () => {
    const { paths } = place(
      skillsAt("repo/.agents/skills/a", "repo/.claude/skills/a", "repo/.cursor/skills/a", "home/.codex/skills/a"),
    );
    expect(await paths({ clients: ["cursor"] })).toEqual(["repo/.agents/skills", "repo/.cursor/skills"]);
    expect(await paths({ clients: ["codex"] })).toEqual(["repo/.agents/skills", "home/.codex/skills"]);
    expect(await paths({ clients: [] })).toEqual(["repo/.agents/skills"]);
  });

  it.each([
    ["CLAUDE_CONFIG_DIR", "claude"],
    ["CODEX_HOME", "codex"],
  ])("is where %s says", async (variable, client) => {
    const { discover, folder } = place(skillsAt("elsewhere/skills/a", `home/.${client}/skills/b`));
    const found = await discover({ env: { [variable]: join(folder, "elsewhere") } });
    expect(found[0]).toEqual({ path: join(folder, "elsewhere/skills"), scope: "user", client, trusted: true });
  });

  it.each(["", "relative/path", "."])("is not where a variable says %j", async (value) => {
    const { paths } = place(skillsAt("home/.claude/skills/b", "repo/packages/app/skills/c"));
    expect(await paths({ env: { CLAUDE_CONFIG_DIR: value } })).toEqual(["home/.claude/skills"]);
  });
});

describe.skipIf(process.platform === "win32")("links", () => {
  it("to a folder that was found are that folder", async () => {
    const { paths, folder } = place(skillsAt("repo/.agents/skills/a"));
    mkdirSync(join(folder, "repo/.claude"));
    symlinkSync("../.agents/skills", join(folder, "repo/.claude/skills"));
    expect(await paths()).toEqual(["repo/.agents/skills"]);
  });

  it("of the user's own folders are one folder", async () => {
    const { paths, folder } = place(skillsAt("home/.agents/skills/a"));
    mkdirSync(join(folder, "home/.claude"));
    symlinkSync("../.agents/skills", join(folder, "home/.claude/skills"));
    expect(await paths()).toEqual(["home/.agents/skills"]);
  });

  it("of a project that nobody trusts cannot take the user's skills away", async () => {
    const { discover, folder } = place(skillsAt("home/.agents/skills/mine"));
    mkdirSync(join(folder, "repo/.claude"));
    symlinkSync(join(folder, "home/.agents/skills"), join(folder, "repo/.claude/skills"));
    const { ids } = await listing(folderSkillSource(await discover(), { index: false }));
    expect(ids).toEqual(["mine"]);
  });
});

describe("trust", () => {
  const files = skillsAt(
    "repo/.agents/skills/theirs",
    "repo/packages/.claude/skills/also-theirs",
    "home/.agents/skills/mine",
  );

  it("is not given unasked: a project's skills are left out, and that is said", async () => {
    const { discover, folder } = place(files);
    const { ids, diagnostics } = await listing(folderSkillSource(await discover(), { index: false }));
    expect(ids).toEqual(["mine"]);
    expect(diagnostics).toMatchObject([
      { code: "folder-untrusted", path: join(folder, "repo/packages/.claude/skills") },
      { code: "folder-untrusted", path: join(folder, "repo/.agents/skills") },
    ]);
  });

  it.each([
    ["at once", (root: SkillRoot) => root.client === "claude"],
    ["later", async (root: SkillRoot) => root.client === "claude"],
  ])("is given %s, root by root", async (_, trust) => {
    const { discover } = place(files);
    const { ids, codes } = await listing(folderSkillSource(await discover({ trust }), { index: false }));
    expect(ids).toEqual(["also-theirs", "mine"]);
    expect(codes).toEqual(["folder-untrusted"]);
  });

  it("is asked for with what is known, and never for the user's own", async () => {
    const { discover, folder } = place(files);
    const asked: SkillRoot[] = [];
    await discover({ trust: (root) => asked.push(root) > 0 });
    expect(asked).toEqual([
      { path: join(folder, "repo/packages/.claude/skills"), scope: "project", client: "claude", trusted: false },
      { path: join(folder, "repo/.agents/skills"), scope: "project", client: "agents", trusted: false },
    ]);
  });

  it("that cannot be decided is an error", async () => {
    const { discover } = place(files);
    await expect(discover({ trust: () => Promise.reject(new Error("no prompt")) })).rejects.toThrow("no prompt");
  });
});

describe("precedence, end to end", () => {
  it("shadows the user's skill by the project's, and says so", async () => {
    const { discover, folder } = place({
      "home/.agents/skills/same/SKILL.md": skillMd("same", "The user's."),
      "repo/.agents/skills/same/SKILL.md": skillMd("same", "The repository's."),
      "repo/packages/app/.claude/skills/same/SKILL.md": skillMd("same", "The package's."),
    });
    const roots = await discover({ trust: () => true });
    const registry = createSkillRegistry(folderSkillSource(roots, { index: false }));
    expect((await registry.trigger("same")).description).toBe("The package's.");
    expect(await registry.diagnostics()).toMatchObject([
      { code: "skill-shadowed", path: join(folder, "repo/.agents/skills/same/SKILL.md") },
      { code: "skill-shadowed", path: join(folder, "home/.agents/skills/same/SKILL.md") },
    ]);
    const careful = createSkillRegistry(folderSkillSource(await discover(), { index: false }));
    expect((await careful.trigger("same")).description).toBe("The user's.");
  });
});
