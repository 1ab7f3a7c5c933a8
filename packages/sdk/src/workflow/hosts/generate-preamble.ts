import { visibleText } from "../../core/skillset/escape.ts";
import { builtinPrimitives } from "../primitives/builtin-primitives.ts";
import { mergePrimitives } from "../primitives/merge-primitives.ts";
import type { PreambleRow, Primitive } from "../primitives/primitive.ts";
import { tableRow } from "../prompt/render/table.ts";
import type { Handshake, HostDefinition } from "./host.ts";
import { resolveTools } from "./resolve-tools.ts";

/** What a preamble is made from. */
export interface PreambleOptions {
  readonly handshake: Handshake;
  /** The skill's own instructions, before ours. */
  readonly system?: string | undefined;
  /** Hosts beside those of the registry, or in place of one. */
  readonly hosts?: readonly HostDefinition[];
  /** Primitives beside the six, or in place of one. */
  readonly primitives?: readonly Primitive[];
}

const frame = `You are working through a workflow, one step at a time; a program decides which step is next.
Each step brings a prompt and the JSON Schema of your answer: do what the prompt says, then answer with JSON that fits.
Do not skip steps, reorder them or answer for the user.

A prompt is a sequence of XML sections, to be followed in order; in them \`&lt;\`, \`&amp;\` and the like stand for the characters. If a tool named below is missing or refuses, do the same in plain text.`;

/** How an agent is to read the prompts of a workflow, with the tools of its host. Sent on start, and again on request. */
export function generatePreamble(options: PreambleOptions): string {
  const primitives = mergePrimitives(options.primitives ?? []);
  const { toolsAvailable, toolFor } = resolveTools(options.handshake, options);
  const rowOf = (primitive: Primitive): PreambleRow => primitive.preambleRow(toolFor(primitive.tag), toolsAvailable);
  const rows: readonly PreambleRow[] = [
    { tag: "system", tool: undefined, use: "Instructions that hold for the whole step." },
    { tag: "prompt", tool: undefined, use: "The work to do." },
    ...primitives.slice(0, builtinPrimitives.length).map(rowOf),
    { tag: "rendered", tool: undefined, use: "Show the content to the user exactly as it is." },
    ...primitives.slice(builtinPrimitives.length).map(rowOf),
  ];
  const table = [
    tableRow(["Tag", "Tool", "How to use"]),
    tableRow(["---", "---", "---"]),
    ...rows.map(({ tag, tool, use }) => tableRow([`\`<${tag}>\``, tool ?? "—", use])),
  ];
  const system = visibleText(options.system ?? "").trim();
  return [...(system === "" ? [] : [system]), frame, table.join("\n")].join("\n\n");
}
