import type { Transport } from "@modelcontextprotocol/server";
import type { ApprovalStore } from "../../core/integrity/approval-store.ts";
import type { AllowSkills } from "../../core/skillset/allow-skills.ts";
import type { ApproveScript } from "../../core/skillset/run-skill-script-tool.ts";
import type { ScriptRunner } from "../../core/skillset/script-runner.ts";
import type { SkillTool } from "../../core/skillset/skill-tool.ts";
import type { SourceDiagnostic } from "../../core/source/skill-source.ts";
import type { McpAudience } from "./client/build-server.ts";
import type { McpConnection } from "./client/connect-transport.ts";
import type { McpHandlerOptions } from "./http/handler-options.ts";
import type { PublishedChanges } from "./publish/skill-publisher.ts";

export interface McpSkillServerOptions {
  /** What the server calls itself. Default `tradecraft`. */
  readonly name?: string;
  /** Default `0.0.0`. */
  readonly version?: string;
  /** Which skills clients get; the others cannot be reached. Default: all. */
  readonly allow?: AllowSkills;
  /** Put before every address: `acme` gives `skill://acme/…`. */
  readonly prefix?: string;
  /** Skills of a page. Default: 100, or more where there would be more than 50 pages. */
  readonly pageSize?: number;
  /** Runs scripts for clients; without it, or without `approve`, there is no tool for them. */
  readonly scripts?: ScriptRunner;
  /** Decides on each script. */
  readonly approve?: ApproveScript;
  /** Where `always` is remembered. Default: in memory. */
  readonly approvals?: ApprovalStore;
  /** Who gets skills as tools. Default `auto`: clients that do not declare the extension. */
  readonly tools?: McpAudience;
  /** Who gets the skills that people choose as prompts. Default `auto`. */
  readonly prompts?: McpAudience;
  /** Tools of the program's own, for every client: what the skills are about. */
  readonly ownTools?: readonly SkillTool[];
  /** Tokens that the instructions for clients without the extension may spend on a list of skills. Default 4,000. */
  readonly budget?: number;
  /** Also serve `skill://index.json`, for readers of the extension's drafts. Default false. */
  readonly index?: boolean;
  /** Serve `resources/directory/read`. Default true. */
  readonly directoryRead?: boolean;
  /** Tell clients where skills lie on this machine; only for clients on the same machine. Default false. */
  readonly directories?: boolean;
  /** How long clients may use an answer without asking again. Default 0 milliseconds, for nobody else. */
  readonly cache?: { readonly ttlMs?: number; readonly scope?: "public" | "private" };
  /** How long instructions that were read for a tool call serve for others. Default 2,000 milliseconds; 0 reads each time. */
  readonly freshMs?: number;
  /** Told once about each skill that is not published, when that is found out. */
  readonly onReport?: (problem: SourceDiagnostic) => void;
  /** Told what went wrong with a connection. */
  readonly onError?: (error: Error) => void;
}

/** Skills, served over MCP. */
export interface McpSkillServer {
  /** Serves one client over a transport that stays open, as stdio. What it loads stays with this connection. */
  connect(transport: Transport): Promise<McpConnection>;
  /** A Streamable HTTP endpoint for Node, Workers and others. */
  handler(options?: McpHandlerOptions): (request: Request) => Promise<Response>;
  /** Asks the sources again, and tells every client if something changed. */
  reload(): Promise<PublishedChanges>;
  /** Reloads whenever a source reports a change. Call the result to stop. */
  watch(onChange?: (changes: PublishedChanges) => void): Promise<() => void>;
  /** Every skill that clients of the extension do not get, and why. */
  unpublished(): Promise<readonly SourceDiagnostic[]>;
  /** Clients that are connected, and sessions that are open. */
  clients(): number;
  /** Answers the calls that are running, for at most 10 seconds, and ends everything. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}
