import { stringifyJson } from "../../report/stringify-json.ts";
import { packageName } from "../package-name.ts";
import type { Project, ProjectFacts } from "../project.ts";
import { titleOf } from "./title-of.ts";
import { CLEAN_SCRIPT, devDependencies, GITIGNORE, tsconfig } from "./typescript-files.ts";
import { workflowSource, workflowTestSource } from "./workflow-source.ts";

/** A workflow in TypeScript, with a test; `npm run build` makes a skill folder of it. */
export function workflowProject({ name, version }: ProjectFacts): Project {
  const manifest = {
    name: packageName(name),
    version: "0.1.0",
    private: true,
    type: "module",
    engines: { node: ">=20.19" },
    scripts: {
      check: "tsc --noEmit && tradecraft check src/skill.ts",
      test: `${CLEAN_SCRIPT} && tsc && cd dist && node --test`,
      build: `tradecraft build src/skill.ts -o skills/${name}`,
      dev: "tradecraft dev src/skill.ts",
    },
    devDependencies: devDependencies(version),
  };
  return {
    files: {
      "package.json": stringifyJson(manifest),
      "tsconfig.json": tsconfig(),
      ".gitignore": GITIGNORE,
      "README.md": readme(name),
      "src/skill.ts": workflowSource(name),
      "src/skill.test.ts": workflowTestSource,
    },
    next: ["npm install", "npm run check", "npm test", "npm run dev", "npm run build"],
  };
}

const readme = (name: string): string => `# ${titleOf(name)}

A skill as a workflow: an agent is shown one step at a time, and its answers are checked. The steps are in \`src/skill.ts\`.

| command         | does                                                                 |
| --------------- | -------------------------------------------------------------------- |
| \`npm run check\` | compiles, and looks for mistakes in the workflow                     |
| \`npm test\`      | runs it with answers from the tests instead of a model               |
| \`npm run dev\`   | runs it step by step, with you as the agent; changes are taken over  |
| \`npm run build\` | makes the skill folder \`skills/${name}\`, which needs Node and nothing else |

Give agents \`skills/${name}\`: copy it to where they look for skills.
`;
