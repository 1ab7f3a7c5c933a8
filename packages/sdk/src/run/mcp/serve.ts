import { messageOf } from "../../core/message-of.ts";
import { fileSessionStore } from "../../node/file-session-store.ts";
import type { CommandIo } from "../command-io.ts";
import { fileReferences } from "../file-references.ts";
import type { McpEntry } from "../main.ts";
import { failureOf } from "../output/failure.ts";
import { printResult } from "../output/print.ts";
import { sessionFolder } from "../session/session-paths.ts";
import { serveHttp } from "./http/serve-http.ts";
import { readServeFlags } from "./serve-flags.ts";
import { serveStdio } from "./serve-stdio.ts";

/** What `scripts/run mcp` does: serves the skill on stdio or HTTP, with its sessions in the folder that the commands use. */
export const serve: McpEntry["serve"] = async (definition, { args, env, stdin, stdout, stderr, skillDir, cwd }) => {
  const io: CommandIo = { stdin: () => stdin, stdout, stderr, cwd };
  const note = (error: Error): void => void stderr.write(`note: ${messageOf(error)}\n`);
  const ended = new AbortController();
  const end = (): void => ended.abort();
  for (const name of signals) process.once(name, end);
  try {
    const { http, sessionDir, options } = readServeFlags(args, env);
    const shared = {
      ...options,
      store: fileSessionStore(sessionFolder(sessionDir, cwd), { durability: "os" }),
      refs: fileReferences(skillDir),
      onError: note,
      signal: ended.signal,
    };
    const onReady = (url: string): void => void stderr.write(`note: serving ${definition.name} on ${url}\n`);
    if (http) await serveHttp(definition, { ...shared, ...http, onReady });
    else await serveStdio(definition, { ...shared, stdin, stdout });
    return 0;
  } catch (error) {
    // Not left to `main`: that is in another file of a built skill, with classes of its own.
    return printResult(io, failureOf(error));
  } finally {
    for (const name of signals) process.off(name, end);
  }
};

const signals = ["SIGINT", "SIGTERM"] as const;
