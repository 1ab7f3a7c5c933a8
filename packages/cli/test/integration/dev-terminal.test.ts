import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { skillSource } from "../helpers/build-fixtures.ts";
import { skillEnv } from "../helpers/skill-env.ts";
import { isBuilt } from "../helpers/spawn-cli.ts";
import { tempFolder } from "../helpers/temp-folder.ts";
import { hasTmux, startTmux, type Tmux } from "../helpers/tmux.ts";

const bin = fileURLToPath(new URL("../../dist/bin.js", import.meta.url));
const isRequired = process.env["TRADECRAFT_REQUIRE_TMUX"] === "1";
const canRun = hasTmux && isBuilt;

if (!canRun && !isRequired) console.warn("skipped: the step-through in a real terminal needs tmux and a build");

const dev = (cwd: string, args: readonly string[], env: Record<string, string> = {}): Promise<Tmux> => {
  const given = { ...skillEnv(undefined, { LANG: "C.UTF-8", ...env }), PATH: process.env["PATH"] };
  return startTmux([process.execPath, bin, "dev", ...args], { cwd, env: given });
};
const send = async (tmux: Tmux, text: string): Promise<void> => {
  await tmux.type(text);
  await tmux.press("Enter");
};
const params = ["--params", '{"traveller":"Ada"}'];

describe.skipIf(!isRequired && !canRun)("dev in a real terminal", { timeout: 120_000 }, () => {
  it("has tmux and a build", () => {
    expect({ hasTmux, isBuilt }).toEqual({ hasTmux: true, isBuilt: true });
  });

  it("asks for params, shows steps, refuses and takes answers, goes back, and ends with 0", async () => {
    const cwd = tempFolder({ "skill.ts": skillSource("trip"), "answer.json": '{ "items": ["hat"] }' });
    const tmux = await dev(cwd, ["skill.ts"]);
    await tmux.shows(/● params\n[^]*"traveller"[^]*params ›/);
    await send(tmux, '{"traveller":"Ada"}');
    await tmux.shows(/● where\n[^]*Ask Ada where to go\.[^]*"city"[^]*answer ›/);
    await send(tmux, '{"city":1}');
    await tmux.shows(/✖ answer-invalid: [^]*answer ›/);
    await send(tmux, '{"city":"Rome"}');
    await tmux.shows(/✓ where\n● pack\n[^]*Say what to pack\.[^]*answer ›/);
    await send(tmux, "back");
    await tmux.shows(/● where\n[^]*answer ›/, "answer › back");
    await tmux.type("sta");
    await tmux.press("Tab");
    await tmux.shows("answer › status");
    await tmux.press("Enter");
    await tmux.shows(/"step": "where"[^]*answer ›/, "answer › status");
    await send(tmux, '{"city":"Oslo"}');
    await tmux.shows(/● pack\n[^]*answer ›/, "Oslo");
    await send(tmux, "@answer.json");
    await tmux.shows(/✔ done\n\{\n {2}"items": \[\n {4}"hat"\n {2}\]\n\}\ndone ›/);
    await send(tmux, "quit");
    await tmux.shows("exit code 0");
  });

  it("loads a changed file again, keeps what was typed, and offers to migrate", async () => {
    const cwd = tempFolder({ "src/skill.ts": skillSource("trip") });
    const change = (from: string, to: string): void =>
      writeFileSync(join(cwd, "src/skill.ts"), skillSource("trip").replace(from, to));
    const tmux = await dev(cwd, ["--no-color", ...params, "src/skill.ts"]);
    await tmux.shows(/● where\n[^]*answer ›/);
    await tmux.type('{"city":');
    await tmux.shows('answer › {"city":');
    change("} where to go.", "} which town it is.");
    await tmux.shows(/↻ loaded again\n● where\n[^]*Ask Ada which town it is\.[^]*answer › \{"city":/);
    await send(tmux, '"Rome"}');
    await tmux.shows(/✓ where\n● pack\n[^]*answer ›/);
    change('"Say what to pack."', '"Say what to pack.');
    await tmux.shows(/✖ entry-syntax: .*src\/skill\.ts:\d+:\d+: [^]*What was loaded before stays\.\nanswer ›/);
    change("string[] > 0", "string[] > 1");
    await tmux.shows(/✖ session-mismatch: [^]*Type migrate[^]*changed ›/);
    await send(tmux, "migrate");
    await tmux.shows(/● pack\n[^]*"minItems": 2[^]*answer ›/, "changed › migrate");
    await tmux.press("C-d");
    await tmux.shows("exit code 0");
  });

  it("shows topics, and leaves at Ctrl+C", async () => {
    const cwd = tempFolder({
      "skill.ts": `import { reference } from "@tradecraft/sdk/workflow";
export default reference({ name: "teas", description: "Teas." })
  .topic("green", { label: "Green tea", content: "Not with boiling \\u001b[2Jwater." })
  .build();
`,
    });
    const tmux = await dev(cwd, ["skill.ts"], { NO_COLOR: "1" });
    await tmux.shows(/green: Green tea\ntopic ›/);
    await send(tmux, "green");
    await tmux.shows(/Not with boiling ␛\[2Jwater\.\ntopic ›/);
    await tmux.type("half a l");
    await tmux.press("C-c");
    await tmux.shows(/half a l\ntopic › *\n/);
    await tmux.press("C-c");
    await tmux.shows("exit code 130");
  });
});
