import { parseArgs } from "node:util";
import { messageOf } from "../../core/message-of.ts";
import { fileSessionStore } from "../../node/file-session-store.ts";
import type { CommandIo } from "../command-io.ts";
import { fileReferences } from "../file-references.ts";
import type { McpEntry } from "../main.ts";
import { failureOf, usageFault } from "../output/failure.ts";
import { printResult } from "../output/print.ts";
import { sessionFolder } from "../session/session-paths.ts";
import { serveStdio } from "./serve-stdio.ts";
import type { WorkflowServerOptions } from "./server-options.ts";

/** What `scripts/run mcp` does: serves the skill on stdio, with its sessions in the folder that the commands use. */
export const serve: McpEntry["serve"] = async (definition, { args, stdin, stdout, stderr, skillDir, cwd }) => {
  const io: CommandIo = { stdin: () => stdin, stdout, stderr, cwd };
  let flags: ServeFlags;
  try {
    flags = readFlags(args);
  } catch (error) {
    return printResult(io, failureOf(error));
  }
  const note = (error: Error): void => void stderr.write(`note: ${messageOf(error)}\n`);
  const ended = new AbortController();
  const end = (): void => ended.abort();
  for (const name of signals) process.once(name, end);
  try {
    const folder = sessionFolder(flags.sessionDir, cwd);
    await serveStdio(definition, {
      ...flags.options,
      store: fileSessionStore(folder, { durability: "os" }),
      refs: fileReferences(skillDir),
      onError: note,
      stdin,
      stdout,
      signal: ended.signal,
    });
    return 0;
  } finally {
    for (const name of signals) process.off(name, end);
  }
};

const signals = ["SIGINT", "SIGTERM"] as const;

interface ServeFlags {
  readonly sessionDir: string | undefined;
  readonly options: Pick<WorkflowServerOptions, "host" | "tools" | "isSubagent" | "elicitation">;
}

function readFlags(args: readonly string[]): ServeFlags {
  const text = { type: "string" } as const;
  try {
    const options = {
      host: text,
      tools: text,
      subagent: { type: "boolean" },
      "session-dir": text,
      elicitation: text,
    } as const;
    const {
      host,
      tools,
      subagent,
      "session-dir": sessionDir,
      elicitation,
    } = parseArgs({ args: [...args], options }).values;
    return {
      sessionDir,
      options: {
        ...(host !== undefined && { host }),
        ...(tools !== undefined && { tools: tools.split(",").flatMap((name) => name.trim() || []) }),
        ...(subagent === true && { isSubagent: true }),
        ...(elicitation !== undefined && { elicitation: modeOf(elicitation) }),
      },
    };
  } catch (error) {
    throw usageFault(messageOf(error), {
      hint: "mcp [--host H] [--tools a,b] [--subagent] [--session-dir D] [--elicitation auto|always|never]",
    });
  }
}

function modeOf(mode: string): "auto" | "always" | "never" {
  if (mode === "auto" || mode === "always" || mode === "never") return mode;
  throw new TypeError(`--elicitation is "auto", "always" or "never", not "${mode.slice(0, 80)}".`);
}
