import { describe, it } from "vitest";
import { skillSourceContract, type SkillSourceContractOptions } from "../../src/testing/index.ts";

/** Runs the contract that users get on one of our own sources. */
export function runContract(name: string, options: SkillSourceContractOptions): void {
  describe(`${name} keeps the contract`, () => {
    for (const { name: caseName, run } of skillSourceContract(options)) it(caseName, run);
  });
}
