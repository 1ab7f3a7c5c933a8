import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { packageSkills } from "../../src/node/packages/package-skills.ts";
import { folderPlace } from "./places/folder-place.ts";
import { runContract } from "./run-contract.ts";

runContract("packages", {
  create: async (skills) => {
    const { root, skills: folder, put, dispose } = await folderPlace(skills);
    const shown = folder.slice(root.length + 1);
    writeFileSync(`${root}/package.json`, JSON.stringify({ version: "1.0.0", tradecraft: { skills: `./${shown}` } }));
    mkdirSync(`${root}/app/node_modules`, { recursive: true });
    writeFileSync(`${root}/app/package.json`, JSON.stringify({ name: "app", dependencies: { pkg: "*" } }));
    symlinkSync(root, `${root}/app/node_modules/pkg`, "junction");
    return { source: packageSkills({ from: `${root}/app` }), change: put, putBroken: put, dispose };
  },
  requires: ["listResources", "readResource", "watch"],
});
