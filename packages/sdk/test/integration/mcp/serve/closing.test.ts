import { InMemoryTransport } from "@modelcontextprotocol/client";
import type { SkillSource } from "@tradecraft/sdk";
import { createMcpSkillServer } from "@tradecraft/sdk/mcp";
import { expect, it } from "vitest";
import { skillText } from "./skill-text.ts";

it("refuses a client that was connecting when the server closed", async () => {
  const server = createMcpSkillServer([skillText("a")]);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await near.start();
  const left = new Promise<void>((resolve) => (near.onclose = resolve));
  const connecting = server.connect(far as never);
  await server.close();
  await expect(connecting).rejects.toThrow("closed");
  await left;
  expect(server.clients()).toBe(0);
});

it("stops watching, also what it was about to watch", async () => {
  let watching = 0;
  const source: SkillSource = {
    list: async () => [{ id: "a", name: "a", description: "Does a." }],
    read: async () => skillText("a"),
    watch: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      watching++;
      return () => void watching--;
    },
  };
  const server = createMcpSkillServer(source);
  const starting = server.watch();
  await server.close();
  await starting;
  expect(watching).toBe(0);
});
