import { stat } from "node:fs/promises";
import { join } from "node:path";
import { AGENTS } from "@tradecraft/sdk/supply";
import { suggestion } from "../args/closest.ts";
import { visible } from "../text/visible.ts";
import { askLine } from "./ask-line.ts";

/** Offered also where there is no trace of them. */
const common = ["claude-code", "codex", "cursor", "gemini-cli", "github-copilot", "opencode"];
const mostFound = 12;

/** Agents that left a folder in a project. */
export async function detectAgents(directory: string): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(AGENTS).map(async ([name, { project }]) => {
      const [top = ""] = project.split("/");
      // A folder that many agents read, and one of the project's own, say nothing about who is here.
      if (top === ".agents" || !top.startsWith(".")) return [];
      const isThere = await stat(join(directory, top)).then(
        (stats) => stats.isDirectory(),
        () => false,
      );
      return isThere ? [name] : [];
    }),
  );
  return found.flat();
}

/** Asks which agents skills are for: numbers of a list, or names. */
export async function askAgents(directory: string): Promise<readonly string[]> {
  const found = (await detectAgents(directory)).slice(0, mostFound);
  const offered = [...new Set([...found, ...common])];
  const lines = offered.map((name, at) => {
    const mark = found.includes(name) ? "  found here" : "";
    return `  ${String(at + 1).padStart(2)}  ${name.padEnd(16)} ${AGENTS[name]?.project ?? ""}${mark}\n`;
  });
  process.stderr.write(`Which agents are the skills for?\n${lines.join("")}`);
  const usual = found.length > 0 ? found : ["claude-code"];
  for (;;) {
    const answer = await askLine(`Numbers or names, with commas [${usual.join(", ")}]: `);
    const { agents, problem } = readAgentAnswer(answer, offered, usual);
    if (problem === undefined) return agents;
    process.stderr.write(`${visible(problem)}\n`);
  }
}

/** What an answer means; with a problem, nothing. */
export function readAgentAnswer(
  answer: string,
  offered: readonly string[],
  usual: readonly string[],
): { readonly agents: readonly string[]; readonly problem?: string } {
  const words = answer.split(/[\s,]+/).filter((word) => word !== "");
  if (words.length === 0) return { agents: usual };
  const agents: string[] = [];
  for (const word of words) {
    const name = /^\d+$/.test(word) ? offered[Number(word) - 1] : word;
    if (name === undefined) return { agents: [], problem: `There is no number ${word}` };
    if (!Object.hasOwn(AGENTS, name))
      return { agents: [], problem: `No agent is called "${name}"${suggestion(name, Object.keys(AGENTS))}` };
    agents.push(name);
  }
  return { agents: [...new Set(agents)] };
}
