import { dirname } from "node:path";
import { build } from "esbuild";
import { bundleOptions } from "./bundle-options.ts";
import { isUsedInFunctions } from "./calls-in-functions.ts";

/** Whether a skill's own code may make schemas while it runs; those were not seen when it was loaded. */
export async function makesSchemasAtRunTime(entry: string): Promise<boolean> {
  const { outputFiles } = await build({
    ...bundleOptions(dirname(entry)),
    entryPoints: [entry],
    outfile: "skill.mjs",
    packages: "external",
  });
  const code = outputFiles?.[0]?.text ?? "";
  return importedAs(code).some((name) => isUsedInFunctions(code, name));
}

/** The names under which code knows `type`, and whatever it has of a whole library. */
function importedAs(code: string): string[] {
  const names: string[] = [];
  for (const [, named, whole] of code.matchAll(
    /^import (?:\{([^}]*)\}|\* as ([\w$]+)) from "(?:arktype|@tradecraft\/sdk\/workflow)";?$/gm,
  )) {
    if (whole !== undefined) names.push(whole);
    for (const part of (named ?? "").split(",")) {
      const [name = "", alias = name] = part.trim().split(" as ");
      if (name === "type") names.push(alias);
    }
  }
  return names;
}
