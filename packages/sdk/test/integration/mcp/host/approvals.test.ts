import { createSkillset } from "@tradecraft/sdk";
import { expect, it } from "vitest";
import { memoryApprovalStore } from "../../../../src/core/integrity/memory-approval-store.ts";
import { mcpSkillSource } from "../../../../src/mcp/host/mcp-skill-source.ts";
import { answersFor, fakeServer, type FakeSkill, fakeSkill, fileOf } from "./fake-server.ts";

function put(skill: FakeSkill, file: string, content: string): void {
  const uri = skill.entry.uri.replace("SKILL.md", file);
  skill.contents.set(uri, content);
  skill.entry.resources = [...skill.entry.resources.filter((each) => each.uri !== uri), fileOf(uri, content)];
}

it("`always` for a script holds for the next run, also where the skill was never loaded", async () => {
  const skill = fakeSkill("tool", { "scripts/run.sh": "echo one\n" });
  const { client } = await fakeServer(answersFor([skill]));
  const approvals = memoryApprovalStore();
  const asked: string[] = [];
  const skillset = await createSkillset(mcpSkillSource(client, { label: "hub", approvals }), {
    approvals,
    approve: ({ script }) => {
      asked.push(script);
      return "always";
    },
    scripts: {
      run: async ({ skill: given, script }) => {
        const stdout = String(await given.readResource(script));
        return { exitCode: 0, signal: null, stdout, stderr: "", truncated: false, timedOut: false, durationMs: 1 };
      },
    },
  });
  const run = skillset.tools.find(({ name }) => name === "run_skill_script");
  await run?.execute({ skill: "hub:tool", script: "scripts/run.sh" });
  await run?.execute({ skill: "hub:tool", script: "scripts/run.sh" });
  expect(asked).toEqual(["scripts/run.sh"]);
});

it("an approval ends with a change, also if the skill was away in between", async () => {
  const skill = fakeSkill("tool", { "notes.txt": "one" });
  const listed = [skill];
  const { client } = await fakeServer(answersFor(listed));
  let asked = 0;
  const source = mcpSkillSource(client, { label: "hub", approve: () => ++asked > 0 });
  await source.list();
  await source.read("hub:tool");
  expect(asked).toBe(1);
  const list = async (present: boolean, text: string): Promise<void> => {
    listed.length = 0;
    put(skill, "notes.txt", text);
    if (present) listed.push(skill);
    await source.list();
  };
  await list(false, "one");
  await list(true, "two");
  await list(false, "two");
  await list(true, "one");
  await source.read("hub:tool");
  expect(asked).toBe(2);
});

it("an approval ends with a change that another process saw", async () => {
  const skill = fakeSkill("tool", { "notes.txt": "one" });
  const { client } = await fakeServer(answersFor([skill]));
  const approvals = memoryApprovalStore();
  let asked = 0;
  const approve = (): "always" => {
    asked++;
    return "always";
  };
  const start = () => mcpSkillSource(client, { label: "hub", approve, approvals });
  await start().read("hub:tool");
  await start().read("hub:tool");
  expect(asked).toBe(1);
  put(skill, "notes.txt", "two");
  await start().list();
  put(skill, "notes.txt", "one");
  await start().read("hub:tool");
  expect(asked).toBe(2);
});
