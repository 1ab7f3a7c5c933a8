import { createStorage, type Storage } from "unstorage";
import memoryDriver from "unstorage/drivers/memory";
import type { ContractSkill } from "../../../src/testing/index.ts";

/** Skills below the key `tenants:a` of a storage in memory, with secrets under other keys. */
export interface StoragePlace {
  readonly storage: Storage;
  readonly put: (skill: ContractSkill) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

export const storageBase = "tenants:a";

export async function storagePlace(skills: readonly ContractSkill[], secret = "nothing"): Promise<StoragePlace> {
  const storage = createStorage({ driver: memoryDriver() });
  const put = async ({ name, raw, files }: ContractSkill): Promise<void> => {
    for (const [path, content] of Object.entries({ ...files, "SKILL.md": raw })) {
      await storage.setItemRaw(`${storageBase}:${name}:${path.replaceAll("/", ":")}`, content);
    }
  };
  for (const skill of skills) await put(skill);
  for (const key of [
    "secret.txt",
    "tenants:secret.txt",
    "tenants:a:secret.txt",
    "outside:secret.txt",
    "tenants:b:x:secret.txt",
  ]) {
    await storage.setItemRaw(key, secret);
  }
  const outside = `---\nname: outside\ndescription: ${secret}\n---\n${secret}\n`;
  for (const key of ["outside:SKILL.md", "tenants:outside:SKILL.md", "tenants:b:x:SKILL.md"])
    await storage.setItemRaw(key, outside);
  return { storage, put, dispose: () => storage.dispose() };
}
