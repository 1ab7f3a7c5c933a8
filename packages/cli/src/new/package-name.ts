import { domainToASCII } from "node:url";

/** Packages of the project itself: npm does not install a package into one of the same name. */
const taken: ReadonlySet<string> = new Set(["tradecraft", "typescript"]);

/** The name of a skill as npm takes it: other letters than ASCII's are written as those of domains are. */
export function packageName(skill: string): string {
  if (taken.has(skill)) return `${skill}-skill`;
  return /^[a-z0-9-]+$/.test(skill) ? skill : domainToASCII(skill) || "skill";
}
