import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { WorkflowGraph } from "@tradecraft/sdk/workflow";
import type { CommandRun, ParsedArgs } from "../args/command.ts";
import { readBuiltGraph } from "../check/built/read-built-graph.ts";
import type { CliIo } from "../io.ts";
import { jsonDocument } from "../report/json-document.ts";
import { tellError } from "../report/tell-error.ts";
import { UsageError } from "../usage-error.ts";
import { keepStdout } from "../workflow/divert-stdout.ts";
import { EntryError } from "../workflow/entry-error.ts";
import { loadEntry } from "../workflow/load-entry.ts";
import { tellEntryError } from "../workflow/tell-entry-error.ts";

/** `tradecraft graph`: the steps of a workflow as Mermaid, SVG or JSON; 1 when it cannot be loaded, 2 when it is not there. */
export const runGraph: CommandRun = (args, io) => keepStdout(io, (own) => graph(args, own));

async function graph(args: ParsedArgs, io: CliIo): Promise<number> {
  const [named = ""] = args.positionals;
  const json = args.flags.has("json");
  if (json && args.flags.has("svg")) throw new UsageError("option-value", "--json and --svg exclude each other");
  let text: string;
  try {
    const drawn = (await readBuiltGraph(named, io.cwd)) ?? (await graphOfEntry(named, io.cwd));
    const { toMermaid, toSvg } = await import("@tradecraft/sdk/workflow");
    text = json ? jsonDocument(true, { graph: drawn }) : args.flags.has("svg") ? toSvg(drawn) : toMermaid(drawn);
  } catch (error) {
    if (!(error instanceof EntryError)) throw error;
    return tellEntryError(error, io, json);
  }
  const out = args.values.get("out");
  if (out === undefined) {
    io.stdout.write(text);
    return 0;
  }
  try {
    await writeFile(resolve(io.cwd, out), text);
  } catch (error) {
    tellError({ code: "file-unwritable", message: error instanceof Error ? error.message : String(error) }, io, json);
    return 1;
  }
  return 0;
}

async function graphOfEntry(named: string, cwd: string): Promise<WorkflowGraph> {
  const { definition } = await loadEntry(named, cwd);
  if (definition.kind !== "skill")
    throw new EntryError("entry-not-workflow", "It is a skill of topics, and has no steps to draw.");
  const { workflowGraph } = await import("@tradecraft/sdk/workflow");
  return workflowGraph(definition);
}
