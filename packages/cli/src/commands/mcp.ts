import { SkillError } from "@tradecraft/sdk";
import type { CommandRun } from "../args/command.ts";
import { suggestion } from "../args/closest.ts";
import { nothingFound } from "../catalog/where-looked.ts";
import type { CliIo } from "../io.ts";
import { allowMatcher, unmatched } from "../mcp/allow-matcher.ts";
import { clientConfig } from "../mcp/client-config.ts";
import { launchOf } from "../mcp/launch.ts";
import { type McpOptions, readMcpOptions } from "../mcp/mcp-options.ts";
import { type Note, noteTo } from "../mcp/note.ts";
import { type McpSkills, openMcpSkills } from "../mcp/open-mcp-skills.ts";
import { localUrl } from "../mcp/parse-listen.ts";
import { untilSignal } from "../mcp/until-signal.ts";
import { jsonDocument } from "../report/json-document.ts";
import { tellError } from "../report/tell-error.ts";
import { plural } from "../text/plural.ts";
import { UsageError } from "../usage-error.ts";

/** `tradecraft mcp`: skills for MCP clients; 0 when it was ended, 2 for wrong usage. */
export const runMcp: CommandRun = async (args, io) => {
  const options = readMcpOptions(args, io);
  try {
    const skills = await openMcpSkills(options.paths, io);
    if (options.printConfig !== undefined) printConfig(options.printConfig, options, io);
    else if (options.json) await printReport(skills, options, io);
    else await serve(skills, options, io);
    return 0;
  } catch (error) {
    if (!SkillError.is(error)) throw error;
    tellError({ code: error.code, message: error.message }, io, options.json);
    return 1;
  }
};

function printConfig(client: string, options: McpOptions, io: CliIo): void {
  const { http, token } = options;
  if (http?.port === 0) throw new UsageError("option-value", "--print-config needs a port that stays the same, not 0");
  const server = http === undefined ? launchOf(options, io.cwd) : { url: localUrl(http), token };
  const { text, where, notes } = clientConfig(client, server);
  io.stdout.write(text);
  const note = noteTo(io);
  note(`This goes into ${where}`);
  for (const more of notes) note(more);
  if (http !== undefined) note("The server must run already: the same command without --print-config");
  else if (/[\\/]_npx[\\/]/.test(text))
    note("It names npx's cache, which may be emptied: npm install -g tradecraft first");
}

async function printReport(skills: McpSkills, options: McpOptions, io: CliIo): Promise<void> {
  const { createServer } = await import("../mcp/create-server.ts");
  const { mcpReport } = await import("../mcp/mcp-report.ts");
  const server = await createServer(skills, options, { io, note: () => undefined });
  io.stdout.write(jsonDocument(true, await mcpReport(server, skills, options.allow)));
  await server.close();
}

async function serve(skills: McpSkills, options: McpOptions, io: CliIo): Promise<void> {
  const ended = untilSignal();
  const note = noteTo(io);
  // What it takes to serve is much, and other ways of this command do without.
  const { createServer } = await import("../mcp/create-server.ts");
  const server = await createServer(skills, options, { io, note });
  const begin = async (where: string): Promise<void> => {
    if (options.watch) {
      await server.watch(({ added, removed, changed }) =>
        note(`skills changed: ${added.length} added, ${removed.length} removed, ${changed.length} changed`),
      );
    }
    await greet(where, skills, options, note);
  };
  const { http, token, origins } = options;
  if (http === undefined) {
    const { serveStdio } = await import("../mcp/serve-stdio.ts");
    await serveStdio(server, { ended, onReady: () => begin("stdio") });
  } else {
    const { serveHttp } = await import("../mcp/serve-http.ts");
    await serveHttp(server, { http, token, origins, note, ended, onReady: begin });
  }
}

async function greet(where: string, { registry, places, leftOut }: McpSkills, options: McpOptions, note: Note) {
  const { allow } = options;
  const ids = (await registry.catalog()).map(({ id }) => id);
  if (leftOut.length > 0) {
    const labels = leftOut.map(({ label }) => label).join(", ");
    note(`left out, since nobody can be asked: ${labels}; name the folder to serve it`);
  }
  if (ids.length === 0) note(nothingFound(places, "tradecraft mcp <path>"));
  for (const pattern of unmatched(allow, ids)) note(`--allow ${pattern} fits no skill${suggestion(pattern, ids)}`);
  note(`serving ${plural(ids.filter(allowMatcher(allow)).length, "skill")} on ${where}`);
  if (options.http === undefined && process.stdin.isTTY === true)
    note("a client starts this and talks to it here; for its configuration see --print-config, to leave press Ctrl+C");
}
