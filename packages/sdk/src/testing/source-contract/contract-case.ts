import type { SkillSource } from "../../core/source/skill-source.ts";
import type { ContractSkill } from "./contract-skill.ts";

/** What a factory gives the suite. */
export interface ContractSetup {
  readonly source: SkillSource;
  /** Puts another version of a skill in place of the one with its name. The source may be told, as a user would tell it. */
  readonly change?: (skill: ContractSkill) => Promise<void> | void;
  /** Puts a skill that must not be listed, as it has no description, in place of the one with its name. Leave it out where none can be. */
  readonly putBroken?: (skill: ContractSkill) => Promise<void> | void;
  /** Called after the case, whether it passed or not. */
  readonly dispose?: () => Promise<void> | void;
}

/** A method that a source may do without. */
export type OptionalMethod = "listResources" | "readResource" | "watch";

export interface SkillSourceContractOptions {
  /** Puts the skills in place and returns a source of exactly these. Called anew for every case. */
  readonly create: (skills: readonly ContractSkill[]) => Promise<ContractSetup> | ContractSetup;
  /** The id a skill must have here; default its own. For sources that prefix or rename. */
  readonly expectedId?: (skill: ContractSkill) => string;
  /** Methods that must be there. Cases about other methods pass when the method is not. */
  readonly requires?: readonly OptionalMethod[];
  /** False where the list is not made from the SKILL.md, as with an index, so that `parse` is not used. Default true. */
  readonly parses?: boolean;
  /** How long to wait for a watch to report a change, in milliseconds. Default 5,000. */
  readonly watchTimeout?: number;
}

/** One named test; `run` rejects with an explanation. */
export interface ContractCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** What a case works with. */
export interface CaseContext extends ContractSetup {
  readonly skills: readonly ContractSkill[];
  readonly options: SkillSourceContractOptions;
  readonly idOf: (skill: ContractSkill) => string;
  /** The skill `good`, which has files of every kind. */
  readonly good: ContractSkill;
}

/** The body of a case, before it is bound to a factory. */
export type CaseBody = readonly [name: string, body: (context: CaseContext) => Promise<void>];
