// npm writes only those optional packages into package-lock.json that it could look up when the lock was made. Native
// tools ship one package per platform, so a lock made on one machine can lack the others': `npm ci` then refuses it, or
// installs a tool without its native half. This adds the entries that are missing; npm fills in their integrity when it can.
//
//   node tools/complete-lockfile.mjs           lists what is missing
//   node tools/complete-lockfile.mjs --write   adds it

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, root } from "./run.mjs";

const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];

/** Platform that a native package is for, as its name says: `@oxlint/binding-linux-x64-musl`. */
export function platformOf(packageName) {
  const parts = packageName
    .split("/")
    .at(-1)
    .replace(/^binding-/, "")
    .split("-");
  if (parts[0] === "wasm32") return { cpu: ["wasm32"] };
  const [system, cpu, abi = ""] = parts;
  if (!systems.includes(system) || cpu === undefined) throw new Error(`No platform in the name ${packageName}`);
  const libc = /^(musl|gnu)$/.exec(abi)?.[0].replace("gnu", "glibc");
  return { cpu: [cpu], ...(libc !== undefined && { libc: [libc] }), os: [system] };
}

/** Optional packages that an entry of the lock names and the lock does not hold: path in the lock, to its entry. */
export function missingOptional(lock) {
  const missing = {};
  for (const { optionalDependencies = {}, engines, dev, license } of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const path = `node_modules/${name}`;
      if (path in lock.packages || !/^\d/.test(version)) continue;
      const { cpu, libc, os } = platformOf(name);
      missing[path] = { version, cpu, dev, libc, license, optional: true, os, engines };
    }
  }
  return missing;
}

if (isMain(import.meta.url)) {
  const file = join(root, "package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const missing = missingOptional(lock);
  for (const path of Object.keys(missing)) console.log(path);
  if (process.argv.includes("--write")) {
    const entries = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, "en"));
    writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, undefined, 2)}\n`);
  }
}
