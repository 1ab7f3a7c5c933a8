import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { walkSkill } from "@tradecraft/sdk/testing";
import { checkSkill } from "@tradecraft/sdk/workflow";

register("./load-typescript.mjs", import.meta.url);

const all = ["release-assistant", "triage-desk", "research-fan-out", "onboarding-survey", "migration-plan"];
const names = process.argv.length > 2 ? process.argv.slice(2) : all;

function wrong(text) {
  console.log(text);
  process.exitCode = 1;
}

for (const name of names) {
  console.log(`\n${name}`);
  const folder = new URL(`./${name}/`, import.meta.url);
  const { default: definition } = await import(new URL("skill.ts", folder));
  const { skillFiles } = await import("./skill-files.ts");

  for (const { severity, rule, message } of checkSkill(definition, fileURLToPath(folder))) {
    wrong(`  ${severity} ${rule}: ${message}`);
  }

  const { demo } = await import(new URL("demo.ts", folder));
  for await (const { title, path, finalOutput } of demo()) {
    console.log(`  ${title}\n    ${path.join(" → ")}\n    ${JSON.stringify(finalOutput)}`);
  }

  // Random answers that fit the schemas. No action runs for real.
  const walks = await walkSkill(definition, { runs: 50, refs: skillFiles(folder) });
  if (walks.ok) console.log(`  All of ${walks.runs} random walks came to an end.`);
  else wrong(walks.toText());
}
