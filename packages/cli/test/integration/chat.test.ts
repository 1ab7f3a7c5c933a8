import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileApprovalStore } from "@tradecraft/sdk/node";
import { describe, expect, it } from "vitest";
import { type ChatAnswer, fakeOpenAi } from "../helpers/fake-openai.ts";
import { runCli } from "../helpers/run-cli.ts";
import { skillEnv } from "../helpers/skill-env.ts";
import { goodSkill, tempFolder } from "../helpers/temp-folder.ts";

/** An address where something listened a moment ago. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

interface Line {
  readonly type: string;
  readonly [key: string]: unknown;
}

async function ask(args: readonly string[], env = skillEnv(), cwd = tempFolder()) {
  const { code, stdout, stderr } = await runCli(["chat", ...args], { cwd, env });
  const lines =
    args.includes("--json") && stdout !== ""
      ? stdout
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as Line)
      : [];
  const types = new Set(lines.map(({ type }) => type));
  return { code, stdout, stderr, lines, types, find: (type: string) => lines.find((line) => line.type === type) };
}

describe("chat --message with the demonstration", () => {
  it.each([[[]], [["--no-subagents"]]])(
    "shows the whole flow as JSON %j, once the script is approved",
    async (more) => {
      const env = skillEnv();
      const args = ["--demo", "--json", "--message", "roll two dice", ...more];
      const refused = await ask(args, env);
      expect(refused.code).toBe(0);
      expect(refused.types).not.toContain("script-start");
      expect(refused.find("notice")?.["message"]).toContain("nobody can be asked here");

      const { id, script, digest } = (refused.find("approval-requested") ?? {}) as {
        id: string;
        script: string;
        digest: string;
      };
      await fileApprovalStore(undefined, { ...env }).add({ skill: id, action: `run ${script}`, digest });
      const { code, types, lines, find, stderr } = await ask(args, env);
      expect([code, stderr]).toEqual([0, ""]);
      for (const type of ["text", "script-start", "script-end", "tool-start", "state-changed", "tool-end", "done"])
        expect(types).toContain(type);
      expect(types).toContain(more.length === 0 ? "subagent-start" : "skill-loaded");
      const patches = lines.filter(({ type }) => type === "state-changed").flatMap((line) => line["patch"] as object[]);
      expect(patches).toContainEqual(expect.objectContaining({ path: "/score/total" }));
      expect(find("done")?.["state"]).toEqual({
        score: { total: expect.any(Number) as number, rounds: [expect.any(String) as string] },
      });
    },
  );

  it.each([[[]], [["--no-subagents"]]])(
    "rolls as many dice as were asked for with the skill loaded %j",
    async (more) => {
      const env = skillEnv();
      const args = ["--demo", "--json", "--message", "/dice roll three dice", ...more];
      const digest = String((await ask(args, env)).find("approval-requested")?.["digest"]);
      await fileApprovalStore(undefined, { ...env }).add({ skill: "dice", action: "run scripts/roll.mjs", digest });
      expect((await ask(args, env)).find("script-start")).toMatchObject({ id: "dice", args: ["3"] });
    },
  );

  it("keeps the answer alone on stdout", async () => {
    const { code, stdout, stderr } = await ask(["--demo", "--message", "roll two dice"]);
    expect([code, stdout.endsWith("\n")]).toEqual([0, true]);
    expect(stdout).not.toContain("●");
    expect(stderr).toContain("▸ skill dice in a sub-agent: Roll the dice: 2.");
  });

  it("knows the skills of a folder", async () => {
    const cwd = tempFolder({ "skills/count-words/SKILL.md": goodSkill("count-words") });
    const { stderr } = await ask(["skills", "--demo", "--message", "use count-words"], skillEnv(), cwd);
    expect(stderr).toContain("▸ skill count-words in a sub-agent");
    const direct = await ask(
      ["skills", "--demo", "--no-subagents", "--message", "/count-words with dice"],
      skillEnv(),
      cwd,
    );
    expect(direct.stderr).toContain("● loaded skill count-words, for you");
  });

  it("uses the skills of the project's packages where that is asked for, and no others than those named", async () => {
    const cwd = tempFolder({
      "package.json": '{ "name": "p", "dependencies": { "with-skills": "1.0.0" } }',
      "node_modules/with-skills/package.json": '{ "name": "with-skills", "version": "1.0.0" }',
      "node_modules/with-skills/skills/count-words/SKILL.md": goodSkill("count-words"),
    });
    const message = ["--demo", "--message", "use count-words"];
    expect((await ask(["--packages", ...message], skillEnv(), cwd)).stderr).toContain("▸ skill count-words");
    expect((await ask(message, skillEnv(), cwd)).stderr).not.toContain("count-words");
    const named = await ask(["--packages", "--skill", "dice", "--skill", "score", ...message], skillEnv(), cwd);
    expect([named.code, named.stderr.includes("count-words")]).toEqual([0, false]);
  });

  it("begins with a state, from JSON or YAML", async () => {
    const cwd = tempFolder({
      "state.json": '{ "score": { "total": 5, "rounds": [] } }',
      "state.yaml": "score:\n  total: 5\n  rounds: []\n",
    });
    for (const file of ["state.json", "state.yaml"]) {
      const { find } = await ask(["--demo", "--initial-state", file, "--json", "--message", "hello"], skillEnv(), cwd);
      expect(find("done")?.["state"]).toEqual({ score: { total: 5, rounds: [] } });
    }
  });

  it.each([
    ["missing.json", undefined, "missing.json: There is no such file."],
    ["a.json", '{\n  "score": {\n    "total": "x",\n    "rounds": []\n  }\n}', "a.json:3: "],
    ["a.yaml", "# the score\nscore:\n  rounds: []\n  total: x\n", "a.yaml:4: "],
    ["b.json", '{ "score": \n', "b.json:2: expected a value"],
    ["c.json", '{\n"game": {} }', 'c.json:2: no skill keeps the state "game"; there are: score'],
  ])("refuses the state in %s", async (file, text, message) => {
    const cwd = tempFolder();
    if (text !== undefined) writeFileSync(join(cwd, file), text);
    const { code, stderr } = await ask(["--demo", "--initial-state", file, "--message", "hello"], skillEnv(), cwd);
    expect(code).toBe(2);
    expect(stderr).toContain(`tradecraft: option-value: --initial-state ${message}`);
  });
});

describe("chat, wrongly used", () => {
  it.each([
    [[], "argument-missing: There is no terminal to chat in; give one message with --message <text>"],
    [["--message", "x"], "option-value: There is no model: set ANTHROPIC_API_KEY"],
    [
      ["--demo", "--message", "x", "--skill", "dicee"],
      'option-value: --skill dicee: There is no such skill; did you mean "dice"?',
    ],
    [["nowhere", "--demo", "--message", "x"], "argument-unexpected: nowhere: There is nothing at this path."],
    [["--message", "x", "--model", "anthropic:m"], 'The model "anthropic:m" needs ANTHROPIC_API_KEY'],
  ])("%j", async (args, message) => {
    const { code, stdout, stderr } = await ask(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });

  it("hands no skill of a project to a model unless somebody agrees", async () => {
    const server = await fakeOpenAi(() => "hello");
    const cwd = tempFolder({ ".agents/skills/planted/SKILL.md": goodSkill("planted"), ".git/HEAD": "" });
    const env = skillEnv(undefined, { OPENAI_BASE_URL: server.url });
    const { stderr } = await ask(["--model", "m", "--message", "hello"], env, cwd);
    expect(stderr).toContain("left out, since nobody can be asked: project .agents/skills");
    expect(JSON.stringify(server.requests)).not.toContain("planted");
    await ask([".agents/skills", "--model", "m", "--message", "hello"], env, cwd);
    expect(JSON.stringify(server.requests)).toContain("planted");
  });
});

describe("chat with an OpenAI-compatible server", () => {
  const skills = (): string => tempFolder({ "s/count-words/SKILL.md": goodSkill("count-words") });

  it("finds it by OPENAI_BASE_URL, and hands tasks to sub-agents", async () => {
    const server = await fakeOpenAi(({ messages, tools = [] }): ChatAnswer => {
      const isSubagent = !tools.some((tool) => tool.function.name === "execute_skill");
      if (isSubagent) return "There are 3 words.";
      if (messages.at(-1)?.role === "tool") return "It has 3 words.";
      return { tool: "execute_skill", input: { skill: "count-words", request: "Count: a b c" } };
    });
    const env = skillEnv(undefined, { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "test-key" });
    const { code, stdout, stderr } = await ask(["s", "--model", "local", "--message", "count a b c"], env, skills());
    expect([code, stdout]).toEqual([0, "It has 3 words.\n"]);
    expect(stderr).toContain("▸ skill count-words in a sub-agent: Count: a b c\n✓ count-words: There are 3 words.");
    expect(server.requests.map(({ model, authorization }) => [model, authorization])).toEqual(
      Array.from({ length: 3 }, () => ["local", "Bearer test-key"]),
    );
  });

  it("takes Ollama's address, without a key", async () => {
    const server = await fakeOpenAi(() => "hi there");
    const env = skillEnv(undefined, { OLLAMA_HOST: new URL(server.url).host });
    const { code, stdout } = await ask(["s", "--model", "ollama:llama3:8b", "--message", "hi"], env, skills());
    expect([code, stdout]).toEqual([0, "hi there\n"]);
    expect(server.requests[0]).toMatchObject({ model: "llama3:8b", authorization: undefined });
  });

  it("sends no escape sequences of the model's to a terminal", async () => {
    const server = await fakeOpenAi(() => "a \u001b[2Jb");
    const env = skillEnv(undefined, { OPENAI_BASE_URL: server.url });
    expect((await ask(["s", "--model", "m", "--message", "hi"], env, skills())).stdout).toBe("a ␛[2Jb\n");
  });

  it("says in one line what is wrong", async () => {
    const server = await fakeOpenAi(() => 401);
    const env = skillEnv(undefined, { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "k" });
    const refused = await ask(["s", "--model", "m", "--message", "hi"], env, skills());
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    const { host } = new URL(server.url);
    expect(refused.stderr).toBe(
      `model: m (${host}, from OPENAI_BASE_URL)\n✗ ${host} refused the key (401); look at OPENAI_API_KEY\n`,
    );

    const gone = await closedAddress();
    const nobody = skillEnv(undefined, { OPENAI_BASE_URL: `${gone}/v1` });
    const unreachable = await ask(["s", "--model", "m", "--json", "--message", "hi"], nobody, skills());
    expect(unreachable.code).toBe(1);
    expect(unreachable.find("error")?.["message"]).toBe(
      `Nothing answers at ${gone}; is it running, and is there a network?`,
    );
    expect(unreachable.find("failed")).toBeDefined();
  });
});
