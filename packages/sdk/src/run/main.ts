import type { Readable, Writable } from "node:stream";
import type { ReferenceDefinition, WorkflowDefinition } from "../workflow/define/workflow-definition.ts";
import { placeAt } from "../workflow/engine/workflow-map.ts";
import type { Command } from "./arguments/flags.ts";
import { type CallableSkill, parseArguments } from "./arguments/parse-arguments.ts";
import { assertOneReader, type CommandContext } from "./command-context.ts";
import { type CommandIo, writeText } from "./command-io.ts";
import { advanceSession } from "./commands/advance-session.ts";
import { cleanupSessions } from "./commands/cleanup-sessions.ts";
import { listSessions, showPreamble, showStatus } from "./commands/look-at-sessions.ts";
import { backSession, resumeSession } from "./commands/resume-session.ts";
import { startSession } from "./commands/start-session.ts";
import { advanceStateless, resumeStateless, startStateless } from "./commands/stateless.ts";
import { printTopic, printTopics } from "./commands/topics.ts";
import { fileReferences } from "./file-references.ts";
import { failureOf, usageFault } from "./output/failure.ts";
import { helpText } from "./output/help-text.ts";
import { printResult } from "./output/print.ts";
import { skillFolder } from "./skill-folder.ts";

/** What serves a skill over MCP; in another file, which is loaded only for that. */
export interface McpEntry {
  /** Resolves to the exit code when the client has gone. `args` are those after `mcp`. */
  serve(
    definition: WorkflowDefinition | ReferenceDefinition,
    options: {
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string | undefined>>;
      readonly stdin: Readable;
      readonly stdout: Writable;
      readonly stderr: Writable;
      readonly skillDir: string;
      readonly cwd: string;
    },
  ): Promise<number>;
}

/** How `main` is called; everything is the process's own if nothing is said. */
export interface MainOptions {
  /** Arguments after the script. */
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: Readable;
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  /** The skill's folder, with `references`; else `SKILL_DIR`, else the folder above that of the script. */
  readonly skillDir?: string;
  /** Loads what `mcp` needs. */
  readonly mcp?: () => Promise<McpEntry>;
  readonly cwd?: string;
}

/** Runs one command of a skill; resolves to the exit code. Whatever goes wrong is printed, and never thrown. */
export async function main(
  definition: WorkflowDefinition | ReferenceDefinition,
  options: MainOptions = {},
): Promise<number> {
  const { stdout = process.stdout, stderr = process.stderr, cwd = process.cwd() } = options;
  const io: CommandIo = { stdin: () => options.stdin ?? process.stdin, stdout, stderr, cwd };
  try {
    return await runCommand(definition, io, options);
  } catch (error) {
    return printResult(io, failureOf(error));
  }
}

async function runCommand(
  definition: WorkflowDefinition | ReferenceDefinition,
  io: CommandIo,
  options: MainOptions,
): Promise<number> {
  const { argv = process.argv.slice(2), env = process.env } = options;
  const call = parseArguments(argv, callable(definition));
  const skillDir = options.skillDir ?? env["SKILL_DIR"] ?? skillFolder();
  const refs = fileReferences(skillDir);
  if (call.command === "help") {
    await writeText(io.stderr, helpText(definition));
    return 0;
  }
  if (call.command === "mcp") {
    if (!options.mcp) throw usageFault("This skill was built without MCP.");
    const server = await options.mcp();
    const { stdin = process.stdin } = options;
    return server.serve(definition, {
      args: call.args,
      env,
      stdin,
      stdout: io.stdout,
      stderr: io.stderr,
      skillDir,
      cwd: io.cwd,
    });
  }
  if (call.command === "topic") return printTopic(definition.topics, call.topic, { io, refs });
  if (call.command === "topics" || definition.kind === "reference") return printTopics(definition.topics, io);
  const context: CommandContext = { definition, flags: call.flags, subskill: call.subskill, refs, io };
  assertOneReader(context);
  return workflowCommand(call.command, context);
}

function workflowCommand(
  command: Exclude<Command, "mcp" | "topic" | "topics">,
  context: CommandContext,
): Promise<number> {
  const isSession = context.flags.session !== undefined;
  switch (command) {
    case "start":
      return isSession ? startSession(context) : startStateless(context);
    case "advance":
      return isSession ? advanceSession(context) : advanceStateless(context);
    case "resume":
      return isSession ? resumeSession(context) : resumeStateless(context);
    case "back":
      return backSession(context);
    case "status":
      return showStatus(context);
    case "list":
      return listSessions(context);
    case "preamble":
      return showPreamble(context);
    case "cleanup":
      return cleanupSessions(context);
  }
}

function callable(definition: WorkflowDefinition | ReferenceDefinition): CallableSkill {
  const { kind } = definition;
  return { kind, isSubskill: (name) => kind === "skill" && name !== "" && placeAt(definition, name) !== undefined };
}
