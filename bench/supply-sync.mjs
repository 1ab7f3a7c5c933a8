// Sync of 500 skills from 20 git repositories, everything in the cache, beside hashing the same files as `git status` would
// without its index.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { middle } from "./report.mjs";

const repositories = 20;
const skillsPerRepository = 25;

/** Rows of the table: what a sync takes that has nothing to do, for each kind of target. */
export async function measureSync({ load, folder, rounds }) {
  const { createSkillFetchers, createSupplyContext, syncProject } = await load("supply/index.js");
  const sources = {};
  for (let nr = 0; nr < repositories; nr++) sources[`repository-${nr}`] = makeRepository(folder, nr);
  const rows = [];
  for (const [name, targets] of Object.entries({
    "installed for one agent": { install: { agents: ["claude-code"] } },
    "installed, and baked": { install: { agents: ["claude-code"] }, bake: { out: "src/skills.generated.ts" } },
  })) {
    const directory = join(folder, name.replaceAll(/\W+/g, "-"));
    write(join(directory, "tradecraft.json"), JSON.stringify({ skills: sources, targets }));
    const env = { PATH: process.env.PATH, HOME: join(folder, "home"), XDG_STATE_HOME: join(folder, "state") };
    const context = () =>
      createSupplyContext(createSkillFetchers(), { directory, env, cacheFolder: join(folder, "cache") });
    await syncProject(directory, context(), { env });
    const times = { sync: [], hash: [] };
    for (let round = 0; round < rounds + 2; round++) {
      const sync = await cpuTime(async () => {
        const { written } = await syncProject(directory, context(), { env });
        if (written) throw new Error("The sync had something to do.");
      });
      const hash = await cpuTime(async () => {
        hashAll(join(directory, ".claude/skills"));
        if (targets.bake !== undefined) hashFile(join(directory, targets.bake.out));
      });
      // The first rounds compile.
      if (round >= 2)
        for (const [kind, time] of [
          ["sync", sync],
          ["hash", hash],
        ])
          times[kind].push(time);
    }
    const ratio = middle(times.sync) / middle(times.hash);
    rows.push({
      what: `sync of 500 skills from 20 repositories, nothing to do, ${name}`,
      result: `${ratio.toFixed(2)} × of hashing the same files (${middle(times.sync).toFixed(0)} and ${middle(times.hash).toFixed(0)} ms of the processor)`,
      bar: "≤ 2 ×",
      met: ratio <= 2,
    });
  }
  return rows;
}

function makeRepository(folder, nr) {
  const directory = join(folder, `repository-${nr}`);
  for (let skill = 0; skill < skillsPerRepository; skill++) {
    const name = `skill-${nr}-${skill}`;
    const at = (path) => join(directory, "skills", name, path);
    const body = "# Heading\n\nSome text of the body goes here.\n".repeat(100);
    write(
      at("SKILL.md"),
      `---\nname: ${name}\ndescription: Does ${name}. Use when somebody asks for it.\n---\n\n${body}`,
    );
    for (let file = 0; file < 5; file++) write(at(`references/${file}.md`), `${name} ${file}\n`.repeat(300));
    write(at("scripts/run.py"), `print("${name}")\n`.repeat(100));
  }
  const git = (...args) =>
    execFileSync("git", ["-c", "user.name=b", "-c", "user.email=b@example.com", ...args], {
      cwd: directory,
      stdio: "ignore",
    });
  git("init", "--initial-branch=main");
  git("add", "-A");
  git("commit", "-m", "skills");
  return { type: "git", url: `file://${directory}`, ref: "main" };
}

function hashAll(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) hashFile(join(entry.parentPath, entry.name));
}

function hashFile(path) {
  createHash("sha256").update(readFileSync(path)).digest("hex");
}

async function cpuTime(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
