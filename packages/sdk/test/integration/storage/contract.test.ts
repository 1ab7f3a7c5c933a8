import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storageSkillSource } from "@tradecraft/sdk";
import { type ContractSkill, skillSourceContract } from "@tradecraft/sdk/testing";
import { createStorage, prefixStorage, type Storage } from "unstorage";
import fsDriver from "unstorage/drivers/fs";
import { describe, it } from "vitest";

async function put(storage: Storage, base: string, { name, raw, files }: ContractSkill): Promise<void> {
  await storage.setItem(`${base}/${name}/SKILL.md`, raw);
  for (const [path, content] of Object.entries(files)) await storage.setItemRaw(`${base}/${name}/${path}`, content);
}

const storages: [string, () => Promise<{ storage: Storage; dispose: () => Promise<void> }>][] = [
  ["memory", async () => ({ storage: createStorage(), dispose: async () => {} })],
  ["prefix", async () => ({ storage: prefixStorage(createStorage(), "team"), dispose: async () => {} })],
  [
    "folder",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "tradecraft-storage-"));
      const storage = createStorage({ driver: fsDriver({ base: folder }) });
      const dispose = async (): Promise<void> => {
        await storage.dispose();
        await rm(folder, { recursive: true, force: true });
      };
      return { storage, dispose };
    },
  ],
];

describe.each(storages)("unstorage, driver %s, keeps the contract of sources", (_name, open) => {
  const cases = skillSourceContract({
    requires: ["listResources", "readResource", "watch"],
    create: async (skills) => {
      const { storage, dispose } = await open();
      for (const skill of skills) await put(storage, "tenants/a", skill);
      await storage.setItem("tenants/b/good/SKILL.md", "another tenant");
      await storage.setItem("outside/SKILL.md", "outside");
      const source = storageSkillSource(storage, { base: "tenants/a" });
      const change = (skill: ContractSkill): Promise<void> => put(storage, "tenants/a", skill);
      return { source, change, putBroken: change, dispose };
    },
  });
  for (const { name, run } of cases) it(name, run);
});
