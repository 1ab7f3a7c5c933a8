import type { SubagentRequest, SubagentRunner } from "../core/code/subagent-runner.ts";
import { SkillError } from "../core/errors.ts";
import type { SkillTool } from "../core/skillset/skill-tool.ts";
import type { ContractCase } from "./source-contract/contract-case.ts";
import { expectCode, expectEqual, expectThat, rejection } from "./source-contract/expect.ts";

/** What the model is sent: everything that it can read, in one text, and the names of the tools it may call. */
export interface ContractModelRequest {
  readonly text: string;
  readonly tools: readonly string[];
}

/** What the model does then: answer, call a tool, or fail. */
export type ContractModelTurn =
  | { readonly text: string }
  | { readonly tool: string; readonly input: unknown }
  | { readonly error: Error };

/** A model by script. It may take for ever; a runner that is called off must not wait for it. */
export type ContractModel = (request: ContractModelRequest) => Promise<ContractModelTurn>;

/** What a factory gives the suite. */
export interface SubagentRunnerContractSetup {
  readonly runner: SubagentRunner;
  /** Called after the case, whether it passed or not. */
  readonly dispose?: () => Promise<void> | void;
}

export interface SubagentRunnerContractOptions {
  /** A runner that asks this model, whatever model a request names. Called anew for every case. */
  readonly create: (model: ContractModel) => Promise<SubagentRunnerContractSetup> | SubagentRunnerContractSetup;
  /** How long a run may take to end once it is called off, in milliseconds. Default 2,000. */
  readonly abortTimeout?: number;
}

interface CaseContext {
  /** A runner with this model; what the model was sent is kept. */
  readonly start: (model: ContractModel) => Promise<{ runner: SubagentRunner; sent: readonly ContractModelRequest[] }>;
  readonly abortTimeout: number;
}

/**
 * What every `SubagentRunner` must do, as named cases for any test runner:
 * `for (const { name, run } of subagentRunnerContract({ create })) it(name, run)`.
 */
export function subagentRunnerContract(options: SubagentRunnerContractOptions): ContractCase[] {
  return bodies.map(([name, body]) => ({ name, run: () => runCase(body, options) }));
}

async function runCase(body: CaseBody[1], options: SubagentRunnerContractOptions): Promise<void> {
  const setups: SubagentRunnerContractSetup[] = [];
  const start: CaseContext["start"] = async (model) => {
    const sent: ContractModelRequest[] = [];
    const setup = await options.create((request) => {
      sent.push(request);
      return model(request);
    });
    setups.push(setup);
    return { runner: setup.runner, sent };
  };
  try {
    await body({ start, abortTimeout: options.abortTimeout ?? 2000 });
  } finally {
    for (const { dispose } of setups) await dispose?.();
  }
}

type CaseBody = readonly [name: string, body: (context: CaseContext) => Promise<void>];

function requestOf(more: Partial<SubagentRequest> = {}): SubagentRequest {
  return {
    skill: "a-skill",
    runId: "run-1",
    instructions: "INSTRUCTIONS of the skill.",
    request: "REQUEST of the caller.",
    tools: [],
    requestLimit: 20,
    forceFinalAnswer: true,
    signal: new AbortController().signal,
    ...more,
  };
}

function toolOf(name: string, execute: SkillTool["execute"]): SkillTool {
  const inputSchema = {
    type: "object",
    properties: { n: { type: "number" } },
    required: [],
    additionalProperties: true,
  } as const;
  return { name, description: `The tool ${name}.`, inputSchema, execute };
}

const echo = toolOf("echo", async (input) => `ECHOED ${JSON.stringify(input)}`);
const never = new Promise<never>(() => undefined);
/** Calls a tool as long as it has any. */
const greedy: ContractModel = async ({ tools }) =>
  tools.length > 0 ? { tool: "echo", input: { n: 1 } } : { text: "FORCED" };

async function expectAbort(run: (signal: AbortSignal) => Promise<unknown>, abortTimeout: number): Promise<void> {
  const reason = new Error("given up");
  const controller = new AbortController();
  const late = new Error(`It must end within ${abortTimeout} ms.`);
  setTimeout(() => controller.abort(reason), 20);
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(late), abortTimeout + 20);
  });
  timeout.catch(() => undefined);
  const error = await rejection(() => Promise.race([run(controller.signal), timeout]), "A run that is called off");
  expectThat(
    error === reason,
    `A run that is called off must reject with the reason; it rejected with ${String(error)}`,
  );
}

const bodies: readonly CaseBody[] = [
  [
    "sends the instructions, the request and the tools, and gives the answer",
    async ({ start }) => {
      const { runner, sent } = await start(async () => ({ text: "ANSWER" }));
      const result = await runner.run(requestOf({ tools: [echo] }));
      expectEqual(result, { text: "ANSWER", requests: 1, forced: false }, "One request, one answer.");
      expectEqual(
        sent.map(({ tools }) => tools),
        [["echo"]],
        "The model must have the tools of the request, and no others.",
      );
      for (const part of ["INSTRUCTIONS of the skill.", "REQUEST of the caller."]) {
        expectThat(sent[0]?.text.split(part).length === 2, `The model must be sent "${part}" once.`);
      }
    },
  ],
  [
    "runs without tools",
    async ({ start }) => {
      const { runner, sent } = await start(async () => ({ text: "ANSWER" }));
      expectEqual((await runner.run(requestOf())).text, "ANSWER", "A skill may have no tools.");
      expectEqual(
        sent.map(({ tools }) => tools),
        [[]],
        "No tools must be offered.",
      );
    },
  ],
  [
    "calls tools, and sends what they answer",
    async ({ start }) => {
      const inputs: unknown[] = [];
      const tool = toolOf("echo", async (input) => {
        inputs.push(input);
        return "TOOL ANSWER";
      });
      const { runner, sent } = await start(async ({ text }) =>
        text.includes("TOOL ANSWER") ? { text: "DONE" } : { tool: "echo", input: { n: 5 } },
      );
      const result = await runner.run(requestOf({ tools: [tool] }));
      expectEqual(result, { text: "DONE", requests: 2, forced: false }, "A tool's answer takes a second request.");
      expectEqual(inputs, [{ n: 5 }], "The tool must be called once, with the model's input.");
      expectEqual(sent.length, 2, "The model must be asked twice.");
    },
  ],
  [
    "asks once more without tools at the limit, and no more",
    async ({ start }) => {
      const { runner, sent } = await start(greedy);
      const result = await runner.run(requestOf({ tools: [echo], requestLimit: 3 }));
      expectEqual(result, { text: "FORCED", requests: 4, forced: true }, "The forced request counts, and is told.");
      expectEqual(
        sent.map(({ tools }) => tools.length),
        [1, 1, 1, 0],
        "Three requests with tools, one without.",
      );
      expectThat(sent[3]?.text.includes("ECHOED") === true, "The forced request must hold what was found out.");
    },
  ],
  [
    "throws at the limit where no answer is to be forced",
    async ({ start }) => {
      const { runner, sent } = await start(greedy);
      const request = requestOf({ tools: [echo], requestLimit: 2, forceFinalAnswer: false });
      await expectCode(() => runner.run(request), ["request-limit"], "A run at its limit");
      expectEqual(sent.length, 2, "The model must not be asked beyond the limit.");
    },
  ],
  [
    "forces nothing when the answer comes with the last request",
    async ({ start }) => {
      const { runner } = await start(async ({ text }) =>
        text.includes("ECHOED") ? { text: "IN TIME" } : { tool: "echo", input: {} },
      );
      const result = await runner.run(requestOf({ tools: [echo], requestLimit: 2, forceFinalAnswer: false }));
      expectEqual(result, { text: "IN TIME", requests: 2, forced: false }, "An answer at the limit is an answer.");
    },
  ],
  [
    "ends with what a tool throws",
    async ({ start }) => {
      const tool = toolOf("echo", () => Promise.reject(new SkillError("tool-failed", "failed 4 times")));
      const { runner, sent } = await start(greedy);
      await expectCode(() => runner.run(requestOf({ tools: [tool] })), ["tool-failed"], "A run whose tool throws");
      expectEqual(sent.length, 1, "The model must not be asked again.");
    },
  ],
  [
    "does not take a limit of somebody else's for its own",
    async ({ start }) => {
      const tool = toolOf("echo", () => Promise.reject(new SkillError("request-limit", "THEIR limit")));
      const { runner, sent } = await start(greedy);
      const error = await rejection(() => runner.run(requestOf({ tools: [tool] })), "A run whose tool met a limit");
      expectThat(error instanceof Error && error.message.includes("THEIR limit"), "The error must be the tool's.");
      expectEqual(sent.length, 1, "No answer may be forced.");
    },
  ],
  [
    "rejects when the model fails, also at the forced answer",
    async ({ start }) => {
      const error = new Error("MODEL DOWN");
      const { runner } = await start(async () => ({ error }));
      await rejection(() => runner.run(requestOf()), "A run whose model fails");
      const second = await start(async ({ tools }) => (tools.length > 0 ? { tool: "echo", input: {} } : { error }));
      await rejection(
        () => second.runner.run(requestOf({ tools: [echo], requestLimit: 1 })),
        "A forced answer that fails",
      );
    },
  ],
  [
    "keeps runs apart, one after the other and at once",
    async ({ start }) => {
      const { runner, sent } = await start(async ({ text, tools }) =>
        tools.length > 0 && !text.includes("ECHOED")
          ? { tool: "echo", input: {} }
          : { text: /TASK-\d+/.exec(text)?.[0] ?? "" },
      );
      const run = (at: number): Promise<{ text: string }> =>
        runner.run(requestOf({ request: `TASK-${at}`, tools: [echo], runId: String(at) }));
      await run(100);
      const results = await Promise.all([1, 2, 3, 4, 5].map(run));
      expectEqual(
        results.map(({ text }) => text),
        [1, 2, 3, 4, 5].map((at) => `TASK-${at}`),
        "Each run has its own answer.",
      );
      const mixed = sent.filter(({ text }) => new Set(text.match(/TASK-\d+/g)).size !== 1);
      expectEqual(mixed.length, 0, "No run may be sent what belongs to another.");
    },
  ],
  [
    "rejects with the reason when the signal is aborted already, and asks nothing",
    async ({ start }) => {
      const reason = new Error("given up");
      const { runner, sent } = await start(async () => ({ text: "ANSWER" }));
      const error = await rejection(
        () => runner.run(requestOf({ signal: AbortSignal.abort(reason) })),
        "A run that was called off",
      );
      expectThat(error === reason, `It must reject with the signal's reason; it rejected with ${String(error)}`);
      expectEqual(sent.length, 0, "The model must not be asked.");
    },
  ],
  [
    "ends when it is called off while the model thinks",
    async ({ start, abortTimeout }) => {
      const { runner } = await start(() => never);
      await expectAbort((signal) => runner.run(requestOf({ signal })), abortTimeout);
    },
  ],
  [
    "ends when it is called off while a tool runs, and tells the tool",
    async ({ start, abortTimeout }) => {
      let told = false;
      const tool = toolOf("echo", (_input, { signal } = {}) => {
        signal?.addEventListener("abort", () => (told = true));
        return never;
      });
      const { runner } = await start(greedy);
      await expectAbort((signal) => runner.run(requestOf({ signal, tools: [tool] })), abortTimeout);
      expectThat(told, "The tool must be given a signal, and told.");
    },
  ],
];
