import { stringifyJson } from "../../report/stringify-json.ts";
import { packageName } from "../package-name.ts";
import type { Project, ProjectFacts } from "../project.ts";
import { codeSource, codeTestSource } from "./code-source.ts";
import { titleOf } from "./title-of.ts";
import { CLEAN_SCRIPT, devDependencies, GITIGNORE, tsconfig } from "./typescript-files.ts";

/** An npm package with a skill in code: typed tools and state, found by `packageSkills`. */
export function codeProject({ name, version }: ProjectFacts): Project {
  const npmName = packageName(name);
  const manifest = {
    name: npmName,
    version: "0.1.0",
    type: "module",
    engines: { node: ">=20.19" },
    exports: { ".": { types: "./dist/skills.d.ts", default: "./dist/skills.js" } },
    files: ["dist", "!dist/*.test.*"],
    tradecraft: { skills: "./dist/skills.js" },
    scripts: {
      check: "tsc --noEmit",
      test: "npm run build && cd dist && node --test",
      build: `${CLEAN_SCRIPT} && tsc`,
      prepack: "npm run build",
    },
    peerDependencies: { "@tradecraft/sdk": `^${version}` },
    devDependencies: Object.fromEntries(
      Object.entries(devDependencies(version)).filter(([dependency]) => dependency !== "tradecraft"),
    ),
  };
  return {
    files: {
      "package.json": stringifyJson(manifest),
      "tsconfig.json": tsconfig({ declaration: true }),
      ".gitignore": GITIGNORE,
      "README.md": readme(name, npmName),
      "src/skills.ts": codeSource(name),
      "src/skills.test.ts": codeTestSource(name),
    },
    next: ["npm install", "npm run check", "npm test", "npm run build"],
  };
}

const readme = (name: string, npmName: string): string => `# ${titleOf(name)}

A skill in code, as an npm package: instructions, typed tools, and state that a session keeps. All of it is in \`src/skills.ts\`.

| command         | does                                        |
| --------------- | ------------------------------------------- |
| \`npm run check\` | compiles without writing anything           |
| \`npm test\`      | compiles, and calls the tools as agents do  |
| \`npm run build\` | compiles to \`dist\`, which is what is packed |

\`tradecraft.skills\` in package.json says where the skills are. A program that depends on \`${npmName}\` has them with
\`packageSkills({ from: import.meta.url })\` of \`@tradecraft/sdk/node\`.
`;
