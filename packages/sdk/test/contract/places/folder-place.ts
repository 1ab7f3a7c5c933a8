import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ContractSkill } from "../../../src/testing/index.ts";

/** A folder of skills in a folder with other things, which are nobody's to read. */
export interface FolderPlace {
  /** Holds `skills`, and the secrets beside it. */
  readonly root: string;
  readonly skills: string;
  readonly put: (skill: ContractSkill) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

/** Writes the skills to disk, and the secret to every place that an attack might reach. */
export async function folderPlace(skills: readonly ContractSkill[], secret = "nothing"): Promise<FolderPlace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tradecraft-contract-")));
  const folder = join(root, "skills");
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  };
  const put = async ({ name, raw, files }: ContractSkill): Promise<void> => {
    await write(join(folder, name, "SKILL.md"), raw);
    for (const [path, content] of Object.entries(files)) await write(join(folder, name, path), content);
  };
  for (const skill of skills) await put(skill);
  await write(join(root, "secret.txt"), secret);
  await write(join(root, "notes.txt"), secret);
  await write(join(folder, "secret.txt"), secret);
  await write(join(root, "outside", "SKILL.md"), `---\nname: outside\ndescription: ${secret}\n---\n${secret}\n`);
  await write(join(root, "outside", "secret.txt"), secret);
  await write(join(root, "outside", "notes.txt"), secret);
  // The index is written behind the caller's back, so that a file may still come while its folder goes.
  const dispose = (): Promise<void> => rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  return { root, skills: folder, put, dispose };
}
