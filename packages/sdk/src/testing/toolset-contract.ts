import type { JsonSchema } from "../core/code/code-tool.ts";
import type { Toolset, ToolsetCallOptions } from "../core/code/toolset.ts";
import type { ContractCase } from "./source-contract/contract-case.ts";
import { expectEqual, expectThat, rejection } from "./source-contract/expect.ts";

/** A tool that the toolset under test must have. */
export interface ContractTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  execute(input: unknown, options: ToolsetCallOptions): Promise<unknown>;
}

/** What a factory gives the suite. */
export interface ToolsetContractSetup {
  readonly toolset: Toolset;
  /** Called after the case, whether it passed or not. */
  readonly dispose?: () => Promise<void> | void;
}

export interface ToolsetContractOptions {
  /** Puts the tools in place and returns a toolset of exactly these. Called anew for every case. */
  readonly create: (tools: readonly ContractTool[]) => Promise<ToolsetContractSetup> | ToolsetContractSetup;
  /** The value in what `call` gave, where the toolset wraps it. Default: what it gave. */
  readonly unwrap?: (result: unknown) => unknown;
  /** How long a call may take to end once it is called off, in milliseconds. Default 2,000. */
  readonly abortTimeout?: number;
}

interface Called {
  readonly name: string;
  readonly input: unknown;
}

interface CaseContext {
  readonly toolset: Toolset;
  readonly tools: readonly ContractTool[];
  /** What reached the tools, in order. */
  readonly called: readonly Called[];
  readonly value: (result: unknown) => unknown;
  readonly abortTimeout: number;
}

/**
 * What every `Toolset` must do, as named cases for any test runner:
 * `for (const { name, run } of toolsetContract({ create })) it(name, run)`.
 */
export function toolsetContract(options: ToolsetContractOptions): ContractCase[] {
  return bodies.map(([name, body]) => ({ name, run: () => runCase(body, options) }));
}

async function runCase(body: (context: CaseContext) => Promise<void>, options: ToolsetContractOptions): Promise<void> {
  const called: Called[] = [];
  const tools = contractTools(called);
  const { toolset, dispose } = await options.create(tools);
  const { unwrap: value = (result) => result, abortTimeout = 2000 } = options;
  try {
    await body({ toolset, tools, called, value, abortTimeout });
  } finally {
    await dispose?.();
  }
}

function contractTools(called: Called[]): ContractTool[] {
  const properties = { text: { type: "string" }, deep: { type: "object", properties: { list: { type: "array" } } } };
  const tool = (name: string, description: string, execute: ContractTool["execute"]): ContractTool => ({
    name,
    description,
    inputSchema: { type: "object", properties },
    execute: async (input, options) => {
      called.push({ name, input });
      return execute(input, options);
    },
  });
  return [
    tool("echo", "Gives back what it was given.", async (input) => input),
    tool("later", "Gives it back later.", async (input) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return input;
    }),
    tool("fail", "Fails.", () => Promise.reject(new Error("the tool failed on purpose"))),
    tool("wait", "Never ends by itself.", (_input, { signal }) => untilAborted(signal)),
  ];
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(signal?.reason as Error);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

type CaseBody = readonly [name: string, body: (context: CaseContext) => Promise<void>];

const bodies: readonly CaseBody[] = [
  [
    "lists each tool once, with its description and its schema",
    async ({ toolset, tools }) => {
      const listed = await toolset.list();
      const names = listed.map(({ name }) => name);
      expectEqual(names.toSorted(), tools.map(({ name }) => name).toSorted(), "Every tool once, and no other.");
      for (const { name, description, inputSchema } of listed) {
        const tool = tools.find((each) => each.name === name);
        expectEqual(description, tool?.description, `The description of ${name} must be its own.`);
        expectEqual(inputSchema["type"], "object", `The schema of ${name} must be of an object.`);
        const { properties } = JSON.parse(JSON.stringify(inputSchema)) as { properties?: object };
        expectEqual(properties, tool?.inputSchema["properties"], `The schema of ${name} must have its properties.`);
      }
    },
  ],
  [
    "lists the same in the same order each time",
    async ({ toolset }) => {
      expectEqual(await toolset.list(), await toolset.list(), "Two listings without a change must be equal.");
    },
  ],
  [
    "keeps changes to a listing away from the next one",
    async ({ toolset }) => {
      const before = JSON.stringify(await toolset.list());
      const listed = (await toolset.list()) as unknown as { name: string }[];
      try {
        for (const tool of listed) tool.name = "spoiled";
        listed.length = 0;
      } catch {
        // Frozen, which is as good.
      }
      expectEqual(JSON.stringify(await toolset.list()), before, "A listing must be the caller's own, or frozen.");
    },
  ],
  [
    "calls the tool with the input, and gives what it returned",
    async ({ toolset, called, value }) => {
      const input = { text: "ä\n</x> 😀", deep: { list: [1, null, "x"] } };
      expectEqual(value(await toolset.call("echo", input)), input, "A result must be what the tool returned.");
      expectEqual(called, [{ name: "echo", input }], "The tool must get the input, once.");
    },
  ],
  [
    "leaves the input as it is",
    async ({ toolset, value }) => {
      const input = Object.freeze({ text: "x", deep: Object.freeze({ list: Object.freeze([]) }) });
      expectEqual(
        value(await toolset.call("echo", input)),
        { text: "x", deep: { list: [] } },
        "A frozen input is one, too.",
      );
    },
  ],
  [
    "calls before anybody listed",
    async ({ toolset, value }) => {
      expectEqual(value(await toolset.call("echo", {})), {}, "A call needs no listing before it.");
    },
  ],
  [
    "rejects when the tool fails, with its reason",
    async ({ toolset }) => {
      const error = await rejection(() => toolset.call("fail", {}), "A call of a tool that fails");
      const message = error instanceof Error ? error.message : String(error);
      expectThat(message.includes("failed on purpose"), `The error must say what the tool said; it says: ${message}`);
      await toolset.call("echo", {});
    },
  ],
  [
    "rejects for tools that there are not, however they are spelled",
    async ({ toolset, called }) => {
      for (const name of ["none", "", "Echo", "echo ", "toString", "constructor", "__proto__", "hasOwnProperty"]) {
        await rejection(() => toolset.call(name, {}), `A call of the tool ${JSON.stringify(name)}`);
      }
      expectEqual(called, [], "No tool may have been called.");
    },
  ],
  [
    "keeps many calls at once apart",
    async ({ toolset, value }) => {
      const inputs = Array.from({ length: 30 }, (_, at) => ({ text: String(at) }));
      const calls = inputs.map((input, at) => toolset.call(at % 2 === 0 ? "later" : "echo", input));
      const failed = toolset.call("fail", {}).catch(() => undefined);
      expectEqual((await Promise.all(calls)).map(value), inputs, "Each call must get its own result.");
      await failed;
    },
  ],
  [
    "rejects when the signal is aborted already, and calls nothing",
    async ({ toolset, called }) => {
      const signal = AbortSignal.abort(new Error("given up"));
      await rejection(() => toolset.list({ signal }), "list with an aborted signal");
      await rejection(() => toolset.call("echo", {}, { signal }), "call with an aborted signal");
      expectEqual(called, [], "No tool may have been called.");
    },
  ],
  [
    "ends a call that is called off, and works afterwards",
    async ({ toolset, value, abortTimeout }) => {
      const controller = new AbortController();
      const call = toolset.call("wait", {}, { signal: controller.signal });
      const other = toolset.call("later", { text: "other" });
      setTimeout(() => controller.abort(new Error("given up")), 10);
      const late = new Promise<never>((_resolve, reject) => {
        setTimeout(() => reject(new Error("late")), abortTimeout + 10);
      });
      late.catch(() => undefined);
      const error = await rejection(() => Promise.race([call, late]), "A call that is called off");
      expectThat(!(error instanceof Error && error.message === "late"), `It must end within ${abortTimeout} ms.`);
      expectEqual(value(await other), { text: "other" }, "Other calls must go on.");
      expectEqual(value(await toolset.call("echo", { text: "next" })), { text: "next" }, "The next call must work.");
    },
  ],
];
