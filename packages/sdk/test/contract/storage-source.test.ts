import { storageSkillSource } from "../../src/core/source/storage-skill-source.ts";
import { storageBase, storagePlace } from "./places/storage-place.ts";
import { runContract } from "./run-contract.ts";

runContract("storage", {
  create: async (skills) => {
    const { storage, put, dispose } = await storagePlace(skills);
    return { source: storageSkillSource(storage, { base: storageBase }), change: put, putBroken: put, dispose };
  },
  requires: ["listResources", "readResource", "watch"],
});
