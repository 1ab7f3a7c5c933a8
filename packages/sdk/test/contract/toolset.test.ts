import { describe, expect, it } from "vitest";
import { objectToolset } from "../../src/core/code/object-toolset.ts";
import type { PlainTools, Toolset } from "../../src/core/code/toolset.ts";
import { type ContractTool, toolsetContract, type ToolsetContractOptions } from "../../src/testing/index.ts";

const tableOf = (tools: readonly ContractTool[]): PlainTools =>
  Object.fromEntries(tools.map((tool) => [tool.name, tool]));

function runToolsetContract(name: string, options: ToolsetContractOptions): void {
  describe(`${name} keeps the contract of toolsets`, () => {
    for (const { name: caseName, run } of toolsetContract(options)) it(caseName, run);
  });
}

runToolsetContract("objectToolset", { create: (tools) => ({ toolset: objectToolset(tableOf(tools)) }) });

/** A toolset whose methods can be taken from it. */
interface Sound extends Toolset {
  readonly list: Toolset["list"];
  readonly call: Toolset["call"];
}

/** A sound toolset, by hand. */
function sound(tools: readonly ContractTool[]): Sound {
  return {
    list: async ({ signal } = {}) => {
      signal?.throwIfAborted();
      return tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    },
    call: async (name, input, options = {}) => {
      options.signal?.throwIfAborted();
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      return tool.execute(input, options);
    },
  };
}

runToolsetContract("a toolset by hand", { create: (tools) => ({ toolset: sound(tools) }) });
runToolsetContract("a toolset that wraps results", {
  create: (tools) => {
    const { list, call } = sound(tools);
    return { toolset: { list, call: async (name, input, options) => ({ content: await call(name, input, options) }) } };
  },
  unwrap: (result) => (result as { content: unknown }).content,
});

const faults: readonly [
  fault: string,
  noticed: string,
  spoil: (toolset: Sound, tools: readonly ContractTool[]) => Partial<Toolset>,
][] = [
  ["leaves a tool out", "each tool once", ({ list }) => ({ list: async (o) => (await list(o)).slice(1) })],
  [
    "lists one twice",
    "each tool once",
    ({ list }) => ({ list: async (o) => [...(await list(o)), ...(await list(o))] }),
  ],
  [
    "forgets descriptions",
    "each tool once",
    ({ list }) => ({ list: async (o) => (await list(o)).map(({ name, inputSchema }) => ({ name, inputSchema })) }),
  ],
  [
    "forgets schemas",
    "each tool once",
    ({ list }) => ({
      list: async (o) => (await list(o)).map((tool) => ({ ...tool, inputSchema: { type: "object" } })),
    }),
  ],
  [
    "shuffles",
    "same order",
    ({ list }) => {
      let turn = 0;
      return { list: async (o) => (turn++ % 2 === 0 ? await list(o) : (await list(o)).toReversed()) };
    },
  ],
  [
    "shares its list",
    "away from the next",
    ({ list }) => {
      const kept = list();
      return { list: () => kept };
    },
  ],
  [
    "turns results into text",
    "gives what it returned",
    ({ call }) => ({ call: async (n, i, o) => JSON.stringify(await call(n, i, o)) }),
  ],
  [
    "loses letters",
    "gives what it returned",
    ({ call }) => ({
      call: async (n, i, o) => JSON.parse(JSON.stringify(await call(n, i, o)).replaceAll("😀", "?")) as unknown,
    }),
  ],
  [
    "calls twice",
    "gives what it returned",
    ({ call }) => ({
      call: async (n, i, o) => {
        await call(n, i, o);
        return call(n, i, o);
      },
    }),
  ],
  [
    "writes into the input",
    "leaves the input",
    ({ call }) => ({
      call: async (n, i, o) => {
        (i as { text: string }).text = "mine";
        return call(n, i, o);
      },
    }),
  ],
  [
    "needs a listing",
    "before anybody listed",
    ({ list, call }) => {
      let known: readonly { name: string }[] = [];
      return {
        list: async (o) => {
          const listed = await list(o);
          known = listed;
          return listed;
        },
        call: async (n, i, o) => {
          if (!known.some(({ name }) => name === n)) throw new Error("unknown");
          return call(n, i, o);
        },
      };
    },
  ],
  [
    "answers failures as results",
    "when the tool fails",
    ({ call }) => ({
      call: async (n, i, o) => call(n, i, o).catch((error: unknown) => ({ isError: true, error: String(error) })),
    }),
  ],
  [
    "hides the reason",
    "when the tool fails",
    ({ call }) => ({ call: async (n, i, o) => call(n, i, o).catch(() => Promise.reject(new Error("Internal error"))) }),
  ],
  [
    "answers unknown tools",
    "there are not",
    ({ call }, tools) => ({
      call: async (n, i, o) => (tools.some(({ name }) => name === n) ? call(n, i, o) : undefined),
    }),
  ],
  ["trims names", "there are not", ({ call }) => ({ call: async (n, i, o) => call(n.trim(), i, o) })],
  [
    "mixes up calls",
    "at once apart",
    ({ call }) => {
      let last: unknown;
      return {
        call: async (n, i, o) => {
          last = i;
          await Promise.resolve();
          return call(n, last, o);
        },
      };
    },
  ],
  [
    "does not look at the signal",
    "aborted already",
    ({ list, call }) => ({ list: () => list(), call: (n, i) => call(n, i) }),
  ],
  ["cannot be called off", "called off", ({ call }) => ({ call: (n, i) => call(n, i) })],
];

it.each(faults)("a toolset that %s is noticed", async (_fault, noticed, spoil) => {
  const cases = toolsetContract({
    create: (tools) => {
      const toolset = sound(tools);
      return { toolset: { ...toolset, ...spoil(toolset, tools) } };
    },
    abortTimeout: 50,
  });
  const named = cases.filter(({ name }) => name.includes(noticed));
  expect(named).toHaveLength(1);
  for (const { run } of named) await expect(run()).rejects.toThrow(/\S/);
});

it("cleans up after each case, and names each", async () => {
  let disposed = 0;
  const cases = toolsetContract({ create: (tools) => ({ toolset: sound(tools), dispose: () => void disposed++ }) });
  await Promise.allSettled(cases.map(({ run }) => run()));
  expect(disposed).toBe(cases.length);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});
