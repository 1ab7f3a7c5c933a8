import { fetchSkillSource } from "../../src/core/source/fetch-skill-source.ts";
import { httpPlace } from "./places/http-place.ts";
import { runContract } from "./run-contract.ts";

runContract("fetch", {
  create: async (skills) => {
    const { url, put, dispose } = await httpPlace(skills);
    return { source: fetchSkillSource(url), change: put, putBroken: put, dispose };
  },
  // The list comes from an index.
  parses: false,
  requires: ["listResources", "readResource"],
});
