import type { CommandSpec, OptionSpec } from "../args/command.ts";
import { PACK_SPEC } from "./pack-spec.ts";
import { json } from "./shared-options.ts";

const offline: OptionSpec = {
  type: "boolean",
  summary: "Ask nothing of the network: what the cache has, or a failure",
};
const yes: OptionSpec = { type: "boolean", short: "y", summary: "Do not ask" };
const force: OptionSpec = {
  type: "boolean",
  summary: "Replace what was changed by hand, or put there by somebody else",
};
const user: OptionSpec = {
  type: "boolean",
  summary: "Let the project install for all projects of yours, in agents' folders at home",
};
const exitCodes: readonly string[] = [
  "Exit codes:",
  "  0    done, or nothing to do",
  "  1    it failed, and everything is as it was",
  "  2    wrong usage, or a tradecraft.json that cannot be used",
  "  130  interrupted, and everything is as it was",
];

/** Commands for the supply chain: pinning, installing, keeping up to date. */
export const SUPPLY_SPECS: readonly CommandSpec[] = [
  {
    name: "add",
    summary: "Add skills of a repository, a package, a site or a folder, pinned, and install them",
    arguments: {
      label: "<source…>",
      summary: "Where skills come from, in one of the forms below; or a skills-lock.json to take over",
      min: 1,
      max: Infinity,
    },
    options: {
      name: { type: "string", value: "name", summary: "What to call the source in tradecraft.json" },
      skill: { type: "string", value: "name", summary: "Only this skill; may be given several times (default: all)" },
      exclude: { type: "string", value: "name", summary: "Not this skill; may be given several times" },
      version: { type: "string", value: "1.2.3", summary: "This version: a tag 1.2.3 or v1.2.3, or of a package" },
      ref: { type: "string", value: "name", summary: "This branch or tag, which may move; of a package, this tag" },
      sha: { type: "string", value: "commit", summary: "This commit" },
      agent: {
        type: "string",
        value: "name",
        summary: "Install for this agent (claude-code, codex, cursor …); may be given several times",
      },
      out: { type: "string", short: "o", value: "file.ts", summary: "Bake the skills into this module" },
      mode: {
        type: "string",
        value: "name",
        choices: ["copy", "link"],
        summary: "Copy into each agent's folder, or keep one copy and link to it (default: copy)",
      },
      scope: {
        type: "string",
        value: "name",
        choices: ["project", "user"],
        summary: "Into the agents' folders of this project, or of the user, as with --user (default: project)",
      },
      mcp: { type: "boolean", summary: "The address is that of an MCP server" },
      yes,
      force,
      user,
      offline,
      json,
    },
    details: [
      "Sources:",
      "  owner/repo               a repository on GitHub; owner/repo/folder for a part of it, owner/repo@skill for one skill",
      "  https://….git, git@…     any repository that git reaches, with the credentials that git has",
      "  https://github.com/…     as the browser shows it, /tree/<ref>/<folder> too",
      "  npm:package@1.2.3        a package; npm:package for its newest version",
      "  marketplace:owner/repo   a Claude plugin marketplace; marketplace:owner/repo@plugin for one plugin",
      "  https://site             a site with an index of skills; the address of an archive or a SKILL.md",
      "  mcp+https://server       an MCP server that offers skills",
      "  ./folder                 a folder of this machine",
      "Behind # stands a version, a branch or tag, or a commit. Without one: the newest version, else the default branch.",
      "",
      "tradecraft.json, tradecraft.lock and all outputs change together, or not at all. What came is shown; on a terminal",
      "you are asked first.",
      "",
      "Examples:",
      "  tradecraft add anthropics/skills@pdf --agent claude-code",
      "  tradecraft add acme/skills#v1.2.3 --out src/skills.generated.ts",
      "",
      ...exitCodes,
    ],
    load: async () => (await import("../commands/add.ts")).runAdd,
  },
  {
    name: "remove",
    summary: "Remove sources, or single skills of one, and what was installed of them",
    arguments: {
      label: "<name…>",
      summary: "Of a source in tradecraft.json, or of a skill, which its source then leaves out",
      min: 1,
      max: Infinity,
      isWords: true,
    },
    options: { force, user, offline, json },
    details: exitCodes,
    load: async () => (await import("../commands/remove.ts")).runRemove,
  },
  {
    name: "update",
    summary: "Move to what sources have now: shows what changes, file by file, and asks",
    arguments: {
      label: "[name…]",
      summary: "Of sources, or of skills of them (default: all)",
      max: Infinity,
      isWords: true,
    },
    options: {
      to: { type: "string", value: "1.2.3", summary: "To this version, branch, tag or commit; with one name" },
      yes,
      force,
      user,
      offline,
      json,
    },
    details: [
      "A source with a version moves to the newest one, in tradecraft.json too; one with a branch or tag to what that means",
      "now; one with a commit stays. Where nobody can be asked, nothing is written without --yes.",
      "",
      "Exit codes:",
      "  0    up to date",
      "  1    it failed, or nobody agreed; everything is as it was",
      "  2    wrong usage, or a tradecraft.json that cannot be used",
      "  130  interrupted, and everything is as it was",
    ],
    load: async () => (await import("../commands/update.ts")).runUpdate,
  },
  {
    name: "sync",
    summary: "Make lock, installed skills and baked module what tradecraft.json says",
    options: {
      check: { type: "boolean", summary: "Write nothing; say what is not as it should be" },
      frozen: { type: "boolean", summary: "Do what the lock says; refuse a tradecraft.json that asks for more" },
      out: { type: "string", short: "o", value: "file.ts", summary: "Bake into this module, from now on" },
      force,
      user,
      offline,
      json,
    },
    details: [
      "What the lock has is taken from there, so nothing moves; what is new in tradecraft.json is resolved and pinned.",
      'Where skills go is said under "targets": { "install": { "agents": ["claude-code"] }, "bake": { "out": "src/skills.generated.ts" } }.',
      "",
      "In CI: tradecraft sync --check, or tradecraft sync --frozen where outputs are not committed.",
      "",
      "Exit codes:",
      "  0    done, or nothing to do",
      "  1    it failed, and everything is as it was; with --check, something has drifted",
      "  2    wrong usage, or a tradecraft.json that cannot be used",
      "  130  interrupted, and everything is as it was",
    ],
    load: async () => (await import("../commands/sync.ts")).runSync,
  },
  {
    name: "outdated",
    summary: "Say which sources have something newer",
    options: { json },
    details: [
      "Exit codes:",
      "  0    nothing is outdated",
      "  1    something is, or a source could not be asked",
      "  2    wrong usage, or a tradecraft.json that cannot be used",
    ],
    load: async () => (await import("../commands/outdated.ts")).runOutdated,
  },
  {
    name: "why",
    summary: "Say why a skill is here: its source, its exact point, and where it was put",
    arguments: { label: "<skill>", summary: "Name of a skill in tradecraft.lock", min: 1, max: 1, isWords: true },
    options: { json },
    details: [
      "Exit codes:",
      "  0    it is in the lock",
      "  1    it is not",
      "  2    wrong usage, or a tradecraft.json that cannot be used",
    ],
    load: async () => (await import("../commands/why.ts")).runWhy,
  },
  PACK_SPEC,
];
