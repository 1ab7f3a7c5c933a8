import { abortCases } from "./source-contract/abort-cases.ts";
import { changeCases } from "./source-contract/change-cases.ts";
import type { CaseBody, ContractCase, SkillSourceContractOptions } from "./source-contract/contract-case.ts";
import { CONTRACT_SKILLS } from "./source-contract/contract-skill.ts";
import { hostileCases } from "./source-contract/hostile-cases.ts";
import { listCases } from "./source-contract/list-cases.ts";
import { resourceCases } from "./source-contract/resource-cases.ts";

const bodies: readonly CaseBody[] = [...listCases, ...resourceCases, ...hostileCases, ...abortCases, ...changeCases];

/**
 * What every `SkillSource` must do, as named cases for any test runner:
 * `for (const { name, run } of skillSourceContract({ create })) it(name, run)`.
 */
export function skillSourceContract(options: SkillSourceContractOptions): ContractCase[] {
  return bodies.map(([name, body]) => ({ name, run: () => runCase(body, options) }));
}

async function runCase(body: CaseBody[1], options: SkillSourceContractOptions): Promise<void> {
  const skills = CONTRACT_SKILLS.map((skill) => ({ ...skill, files: copyFiles(skill.files) }));
  const good = CONTRACT_SKILLS.find(({ name }) => name === "good");
  if (good === undefined) throw new Error("The fixture lacks its main skill.");
  const setup = await options.create(skills);
  try {
    const idOf = options.expectedId ?? ((skill) => skill.id);
    await body({ ...setup, skills: CONTRACT_SKILLS, options, good, idOf });
  } finally {
    await setup.dispose?.();
  }
}

/** The source under test may keep the bytes it is given; the expected ones stay ours. */
function copyFiles(files: Readonly<Record<string, string | Uint8Array>>): Record<string, string | Uint8Array> {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === "string" ? content : new Uint8Array(content),
    ]),
  );
}
