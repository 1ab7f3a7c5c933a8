import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isBuilt } from "../helpers/spawn-cli.ts";
import { skillText, type SupplyWorld, supplyWorld } from "../helpers/supply-world.ts";
import { hasTmux, startTmux, type Tmux } from "../helpers/tmux.ts";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const isRequired = process.env["TRADECRAFT_REQUIRE_TMUX"] === "1";
const canRun = hasTmux && isBuilt;

if (!canRun && !isRequired) console.warn("skipped: adding skills in a real terminal needs tmux and a build");

function world(): SupplyWorld {
  const made = supplyWorld();
  made.write("own/pdf/SKILL.md", skillText("pdf"));
  return made;
}

const start = ({ project, env }: SupplyWorld, ...args: readonly string[]): Promise<Tmux> =>
  startTmux([process.execPath, bin, ...args], { cwd: project, env: { ...env, LANG: "C.UTF-8" } });

describe.skipIf(!isRequired && !canRun)("supply in a real terminal", { timeout: 120_000 }, () => {
  it("asks which agents, shows what comes, and writes it once somebody agreed", async () => {
    const own = world();
    mkdirSync(join(own.project, ".windsurf"));
    const tmux = await start(own, "add", "./own");
    await tmux.shows(/1 {2}windsurf +\.windsurf\/skills {2}found here/);
    await tmux.type("nobody");
    await tmux.press("Enter");
    await tmux.shows('No agent is called "nobody"');
    await tmux.type("1, codex");
    await tmux.press("Enter");
    const shown = await tmux.shows("Add this? [y/N]");
    expect(shown).toContain("+ pdf  1 file");
    expect(shown).toContain(".windsurf/skills/  1 to be written");
    await tmux.type("y");
    await tmux.press("Enter");
    await tmux.shows("exit code 0");
    expect(JSON.parse(own.read("tradecraft.json"))).toMatchObject({
      targets: { install: { agents: ["windsurf", "codex"] } },
    });
    expect(own.read(".windsurf/skills/pdf/SKILL.md")).toBe(skillText("pdf"));
  });

  it.each([
    ["a no", "Enter", "exit code 1"],
    ["Ctrl-C", "C-c", "exit code 130"],
  ])("writes nothing after %s", async (_, key, ending) => {
    const own = world();
    const before = own.snapshot();
    const tmux = await start(own, "add", "./own", "--agent", "claude-code");
    await tmux.shows("Add this? [y/N]");
    await tmux.press(key);
    await tmux.shows(ending);
    expect(own.snapshot()).toEqual(before);
  });
});
