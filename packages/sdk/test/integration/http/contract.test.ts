import { fetchSkillSource } from "@tradecraft/sdk";
import { type ContractSkill, skillSourceContract } from "@tradecraft/sdk/testing";
import { describe, it } from "vitest";
import { digestOf, type Route, serve } from "./serve.ts";

/** Puts skills on a server, below a folder, with a list of one form. */
async function publish(skills: readonly ContractSkill[], folder: string, withDigests: boolean) {
  const routes: Record<string, Route> = { "/outside/SKILL.md": "outside", "/secret.txt": "outside" };
  const held = new Map(skills.map((skill) => [skill.name, skill]));
  const write = (): void => {
    for (const { name, raw, files } of held.values()) {
      routes[`${folder}/${encodeURIComponent(name)}/SKILL.md`] = raw;
      for (const [path, content] of Object.entries(files)) {
        const address = path.split("/").map(encodeURIComponent).join("/");
        routes[`${folder}/${encodeURIComponent(name)}/${address}`] = content;
      }
    }
    const list = [...held.values()].map(({ name, description, raw, files }) => ({
      name,
      description,
      ...(withDigests && { digest: digestOf(raw) }),
      files: [
        "SKILL.md",
        ...Object.entries(files).map(([path, content]) =>
          withDigests ? { path, digest: digestOf(content), size: Buffer.from(content).length } : path,
        ),
      ],
    }));
    routes[`${folder}/index.json`] = { skills: list };
  };
  write();
  const { origin } = await serve(routes);
  const change = (skill: ContractSkill): void => {
    held.set(skill.name, skill);
    write();
  };
  return { origin, change };
}

describe.each([
  ["a plain index with digests", "/s", "/s", true],
  ["a plain index", "/s", "/s", false],
  ["a well-known list of version 0.1", "/.well-known/skills", "/", false],
])("%s keeps the contract of sources", (_form, folder, base, withDigests) => {
  const cases = skillSourceContract({
    parses: false,
    requires: ["listResources", "readResource"],
    create: async (skills) => {
      const { origin, change } = await publish(skills, folder, withDigests);
      return { source: fetchSkillSource(`${origin}${base}`), change, putBroken: change };
    },
  });
  for (const { name, run } of cases) it(name, run);
});
