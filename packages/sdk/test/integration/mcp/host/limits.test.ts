import { expect, it } from "vitest";
import { mcpSkillSource } from "../../../../src/mcp/host/mcp-skill-source.ts";
import { answersFor, fakeServer, fakeSkill } from "./fake-server.ts";

it("waits as long as it takes where no time is set", async () => {
  const answers = answersFor([fakeSkill("refunds")]);
  const list = answers["skills/list"];
  const slow = async (params: object): Promise<unknown> => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return list?.(params as never);
  };
  const { client } = await fakeServer({ ...answers, "skills/list": slow });
  const limits = { requestTimeout: Infinity, listTimeout: Infinity };
  expect(await mcpSkillSource(client, { label: "hub", limits }).list()).toHaveLength(1);
});

it("counts what comes, not what was promised: a server cannot send more than its budget by lying", async () => {
  const skill = fakeSkill("refunds", { "big.txt": "x" });
  const { client, answers, reads } = await fakeServer(answersFor([skill]));
  const read = answers["resources/read"];
  answers["resources/read"] = (params) =>
    params["uri"] === "skill://refunds/big.txt"
      ? { resultType: "complete", contents: [{ uri: params["uri"], text: "x".repeat(1_000_000) }] }
      : read?.(params);
  const source = mcpSkillSource(client, { label: "hub", limits: { maxBytesPerHour: 2_500_000 } });
  const reasons: unknown[] = [];
  for (let at = 0; at < 6; at++) {
    await source.readResource?.("hub:refunds", "big.txt").catch((error: { facts: object }) => {
      reasons.push((error.facts as { reason: string }).reason);
    });
  }
  expect(reasons).toContain("budget-spent");
  expect(reads().length).toBeLessThanOrEqual(3);
});
