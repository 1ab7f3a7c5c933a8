import { folderSkillSource } from "../../src/node/folder-skill-source.ts";
import { cacheSkillSource } from "../../src/core/source/cache-skill-source.ts";
import { folderPlace } from "./places/folder-place.ts";
import { runContract } from "./run-contract.ts";

runContract("folder", {
  create: async (skills) => {
    const { skills: folder, put, dispose } = await folderPlace(skills);
    return { source: folderSkillSource([folder], { index: false }), change: put, putBroken: put, dispose };
  },
  requires: ["listResources", "readResource", "watch"],
});

runContract("folder with an index", {
  create: async (skills) => {
    const { root, skills: folder, put, dispose } = await folderPlace(skills);
    const index = { folder: `${root}/index` };
    await folderSkillSource([folder], { index }).list();
    return { source: folderSkillSource([folder], { index }), change: put, putBroken: put, dispose };
  },
  requires: ["listResources", "readResource", "watch"],
});

runContract("cache over folder", {
  create: async (skills) => {
    const { skills: folder, put, dispose } = await folderPlace(skills);
    return {
      source: cacheSkillSource(folderSkillSource([folder], { index: false }), { ttl: 0 }),
      change: put,
      putBroken: put,
      dispose,
    };
  },
  requires: ["listResources", "readResource", "watch"],
});
