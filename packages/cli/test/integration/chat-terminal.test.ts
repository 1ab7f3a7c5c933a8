import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { fakeOpenAi } from "../helpers/fake-openai.ts";
import { skillEnv } from "../helpers/skill-env.ts";
import { isBuilt } from "../helpers/spawn-cli.ts";
import { tempFolder } from "../helpers/temp-folder.ts";
import { hasTmux, startTmux, type Tmux } from "../helpers/tmux.ts";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const isRequired = process.env["TRADECRAFT_REQUIRE_TMUX"] === "1";
const canRun = hasTmux && isBuilt;

if (!canRun && !isRequired) console.warn("skipped: the chat in a real terminal needs tmux and a build");

async function chat(args: readonly string[], env: Record<string, string> = {}): Promise<Tmux> {
  const cwd = tempFolder();
  const given = { ...skillEnv(undefined, { LANG: "C.UTF-8", ...env }), PATH: process.env["PATH"] };
  return startTmux([process.execPath, bin, "chat", ...args], { cwd, env: given });
}

const send = async (tmux: Tmux, text: string): Promise<void> => {
  await tmux.type(text);
  await tmux.press("Enter");
};

describe.skipIf(!isRequired && !canRun)("chat in a real terminal", { timeout: 240_000 }, () => {
  it("has tmux and a build", () => {
    expect({ hasTmux, isBuilt }).toEqual({ hasTmux: true, isBuilt: true });
  });

  it("loads a skill, runs a script once approved, shows a patch, is cancelled, shows and edits state, and ends with 0", async () => {
    const tmux = await chat(["--demo"]);
    await tmux.shows("you ›");
    await send(tmux, "roll three dice");
    await tmux.shows("▸ skill dice in a sub-agent");
    await tmux.shows(
      /\? dice wants to run scripts\/roll\.mjs "3"\s+content {2}sha256:[0-9a-f]{12}[^]*Run it\? y = once/,
    );
    await tmux.type("y");
    await tmux.shows(/Run it\?.* once\s+▸ dice\/scripts\/roll\.mjs "3"\s+✓ rolled \d, \d, \d: \d+ points/);
    const patch = await tmux.shows(
      /▸ score\.add \{"points":\d+.*\s+± \/score\/total \d+\s+± \/score\/rounds\/0 "\d \+ \d \+ \d = \d+"/,
    );
    const total = /± \/score\/total (\d+)/.exec(patch)?.[1];
    await tmux.shows(/the score is \d+\s+now\.\s+Type\s+\/state[^]*\nyou ›/);

    await send(tmux, "tell me a slow story");
    await tmux.shows("Once there was a skill", "slow story");
    await tmux.press("Escape");
    await tmux.shows(/cancelled\s+you ›/, "slow story");

    await send(tmux, "/state");
    await tmux.shows(new RegExp(`"total": ${total},[^]*you ›`), "/state");
    await send(tmux, "/stat");
    await tmux.shows("There is no command /stat; did you mean /state?");

    await send(tmux, "/edit");
    await tmux.shows("edit ›", "/edit");
    await send(tmux, '/score/total = "many"');
    await tmux.shows('"total": "many"');
    await tmux.press("Enter");
    await tmux.shows(/Refused at \/score\/total: [^]*must be\s+of\s+type\s+number/);
    await send(tmux, "/score/total = 40");
    await tmux.shows('"total": 40', "= 40");
    await tmux.press("Enter");
    await tmux.shows(/The state is changed\.\s+you ›/);

    await send(tmux, "roll one die");
    await tmux.shows("Run it?", "roll one die");
    await tmux.type("n");
    await tmux.shows(/The\s+script[^]*you ›/, "roll one die");

    await tmux.press("Up");
    await tmux.shows(/you › roll one die\s*$/);
    await tmux.press("C-c");
    await send(tmux, "/exit");
    await tmux.shows("exit code 0");
  });

  it("remembers `always`, in a chat without sub-agents and without colours", async () => {
    const tmux = await chat(["--demo", "--no-subagents"], { NO_COLOR: "1" });
    await tmux.shows("you ›");
    await send(tmux, "roll two dice");
    await tmux.shows(/● loaded skill dice\n[^]*Run it\?/);
    await tmux.type("a");
    await tmux.shows(/± \/score\/total \d+[^]*Type\s+\/state[^]*you ›/);
    await send(tmux, "roll two dice again");
    await tmux.shows(/\/score\/rounds\/1[^]*Type\s+\/state[^]*you ›/, "dice again");
    expect((await tmux.screen()).split("Run it?")).toHaveLength(2);
    await tmux.press("C-d");
    await tmux.shows("exit code 0");
  });

  it("cancels while it asks about a script", async () => {
    const tmux = await chat(["--demo"]);
    await tmux.shows("you ›");
    await send(tmux, "roll two dice");
    await tmux.shows("Run it?");
    await tmux.press("Escape");
    await tmux.shows(/Run it\?.* no\s+[^]*cancelled\s+you ›/);
    await send(tmux, "hello");
    await tmux.shows(/I\s+am\s+no\s+language\s+model/, "hello");
    await tmux.shows(/press\s+Escape\.\s+you ›/);
    await tmux.press("C-c");
    await tmux.shows("Ctrl+C again");
    await tmux.press("C-c");
    await tmux.shows("exit code 0");
  });

  it("offers the demonstration where there is no model", async () => {
    const tmux = await chat([]);
    await tmux.shows(/There is no model: set ANTHROPIC_API_KEY[^]*Press Enter for a demonstration, Ctrl\+C to leave/);
    await tmux.press("Enter");
    await tmux.shows(/you › Roll three dice[^]*Run it\?/);
    await tmux.type("y");
    await tmux.shows(/± \/score\/total \d+/);
    await tmux.press("Escape");
    const other = await chat([]);
    await other.shows("Press Enter");
    await other.press("C-c");
    await other.shows("exit code 0");
  });

  it("edits state in $EDITOR, and is back at the prompt after an error of the model", async () => {
    const editor = join(tempFolder({ "edit.mjs": editorScript }), "edit.mjs");
    const demo = await chat(["--demo"], { EDITOR: `${process.execPath} ${editor}` });
    await demo.shows("you ›");
    await send(demo, "/edit");
    await demo.shows(/Refused at \/score\/total, line 3: /);
    await demo.shows("Enter opens your text again");
    await demo.press("Enter");
    await demo.shows("The state is changed.");
    await send(demo, "/state");
    await demo.shows('"total": 7');

    const server = await fakeOpenAi(() => 401);
    const tmux = await chat(["--model", "m"], { OPENAI_BASE_URL: server.url });
    await tmux.shows(/m \(127\.0\.0\.1:\d+, from OPENAI_BASE_URL\)/);
    await tmux.shows("you ›");
    await send(tmux, "hi");
    await tmux.shows(/refused the key \(401\); look at OPENAI_API_KEY\s+you ›/);
    await send(tmux, "/exit");
    await tmux.shows("exit code 0");
  });
});

/** The first time it writes a text where a number belongs, the second time a number. */
const editorScript = `import { readFileSync, writeFileSync } from "node:fs";
const [file] = process.argv.slice(2);
const text = readFileSync(file, "utf8");
writeFileSync(file, text.includes('"x"') ? text.replace('"x"', "7") : text.replace('"total": 0', '"total": "x"'));
`;
