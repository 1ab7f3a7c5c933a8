import type { ListenAddress } from "@tradecraft/sdk/node";
import type { ParsedArgs } from "../args/command.ts";
import { repeatedValues } from "../chat/repeated-values.ts";
import type { CliIo } from "../io.ts";
import { UsageError } from "../usage-error.ts";
import { parseListen } from "./parse-listen.ts";

/** What the command line asks for. */
export interface McpOptions {
  readonly paths: readonly string[];
  /** Undefined for stdio. */
  readonly http: ListenAddress | undefined;
  readonly token: string | undefined;
  readonly origins: readonly string[];
  /** Ids and patterns; all skills if there are none. */
  readonly allow: readonly string[];
  readonly scripts: boolean;
  /** Tools and prompts for every client, not only for those that do not declare the extension. */
  readonly tools: boolean;
  readonly index: boolean;
  readonly watch: boolean;
  readonly printConfig: string | undefined;
  readonly json: boolean;
}

/** Reads the options of `tradecraft mcp`; what does not go together is a `UsageError`. */
export function readMcpOptions(
  { flags, values, positionals }: ParsedArgs,
  { argv, env }: Pick<CliIo, "argv" | "env">,
): McpOptions {
  const repeated = (name: string): string[] => (values.has(name) ? repeatedValues(argv.slice(1), name, "mcp") : []);
  const listen = values.get("http");
  const http = listen === undefined ? undefined : parseListen(listen);
  for (const name of ["token", "origin"])
    if (http === undefined && values.has(name)) throw new UsageError("option-value", `--${name} goes with --http`);
  if (flags.has("json") && values.has("print-config"))
    throw new UsageError("option-value", "--json and --print-config do not go together");
  const token = http === undefined ? undefined : readToken(values.get("token"), env);
  if (http !== undefined && !http.isLoopback && token === undefined) {
    const what = `Others can call ${http.host}: set TRADECRAFT_MCP_TOKEN or give --token <text>, or listen on 127.0.0.1`;
    throw new UsageError("option-value", what);
  }
  const origins = repeated("origin");
  for (const origin of origins) assertOrigin(origin);
  return {
    paths: positionals,
    http,
    token,
    origins,
    allow: repeated("allow"),
    scripts: flags.has("scripts"),
    tools: flags.has("tools"),
    index: flags.has("index"),
    watch: flags.has("watch"),
    printConfig: values.get("print-config"),
    json: flags.has("json"),
  };
}

function readToken(given: string | undefined, env: CliIo["env"]): string | undefined {
  const token = given ?? env["TRADECRAFT_MCP_TOKEN"];
  if (token === undefined || token === "") return undefined;
  // It travels in a header; whatever else stands in it, nobody could send it. The token itself is not for the screen.
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  const name = given === undefined ? "TRADECRAFT_MCP_TOKEN" : "--token";
  throw new UsageError("option-value", `${name} must be made of ASCII letters, digits and signs, without spaces`);
}

function assertOrigin(origin: string): void {
  const isWeb = /^https?:/i.test(origin);
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (isWeb ? url?.origin === origin : /^[a-z][a-z0-9+.-]*:\/\/[^/\s?#]+$/.test(origin)) return;
  const hint = isWeb && url !== undefined ? `; did you mean "${url.origin}"?` : "";
  throw new UsageError("option-value", `--origin must be as https://app.example.com, not "${origin}"${hint}`);
}
