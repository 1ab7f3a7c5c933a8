import { SkillError } from "../../../src/core/errors.ts";
import type { SubagentRequest, SubagentResult, SubagentRunner } from "../../../src/core/code/subagent-runner.ts";
import { waitFor } from "../../../src/core/source/wait-for.ts";
import type { ContractModel, ContractModelTurn } from "../../../src/testing/index.ts";

/** The smallest runner there is: a loop over a model that answers or calls one tool. */
export function loopRunner(model: ContractModel): SubagentRunner {
  return { run: (request) => runLoop(model, request) };
}

async function runLoop(model: ContractModel, request: SubagentRequest): Promise<SubagentResult> {
  const { instructions, tools, requestLimit, forceFinalAnswer, signal } = request;
  const messages = [instructions, request.request];
  const ask = async (names: readonly string[]): Promise<ContractModelTurn> => {
    signal.throwIfAborted();
    const turn = await waitFor(model({ text: messages.join("\n"), tools: names }), signal);
    if ("error" in turn) throw turn.error;
    return turn;
  };
  const names = tools.map(({ name }) => name);
  for (let requests = 1; requests <= requestLimit; requests++) {
    const turn = await ask(names);
    if ("text" in turn) return { text: turn.text, requests, forced: false };
    if (!("tool" in turn)) throw new TypeError("no turn");
    const tool = tools.find(({ name }) => name === turn.tool);
    const answer =
      tool === undefined ? `There is no tool ${turn.tool}.` : waitFor(tool.execute(turn.input, { signal }), signal);
    messages.push(await answer);
  }
  if (!forceFinalAnswer) {
    throw new SkillError("request-limit", `${requestLimit} requests were made.`, { facts: { skill: request.skill } });
  }
  const last = await ask([]);
  return { text: "text" in last ? last.text : "", requests: requestLimit + 1, forced: true };
}
