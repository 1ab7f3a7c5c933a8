import type { Prompt, Server } from "@modelcontextprotocol/server";
import { mention } from "../../../core/skillset/escape.ts";
import type { SkillEntry } from "../../../core/source/skill-source.ts";
import { decodeCursor, encodeCursor } from "../publish/page-cursor.ts";
import { RpcError, rpcCodes } from "../rpc-error.ts";
import type { ClientSkills } from "./client-skills.ts";
import { messageForClient } from "./message-for-client.ts";
import type { SkillsetPool } from "./skillset-pool.ts";

export interface ServePromptsOptions {
  readonly pageSize: number | undefined;
  readonly onError: ((error: Error) => void) | undefined;
}

const argument = "arguments";

/** Gives a client the skills that a person may choose, as prompts. */
export function servePrompts(
  server: Server,
  pool: SkillsetPool,
  client: ClientSkills,
  { pageSize, onError }: ServePromptsOptions,
): void {
  server.registerCapabilities({ prompts: { listChanged: true } });
  server.setRequestHandler("prompts/list", async ({ params }) => {
    const after = decodeCursor("prompts", params?.cursor);
    const entries = (await pool.template()).entries.filter(isForPeople);
    const rest = after === undefined ? entries : entries.filter(({ id }) => id > after);
    const page = rest.slice(0, pageSize ?? Math.max(100, Math.ceil(entries.length / 50)));
    const prompts = page.map(toPrompt);
    if (page.length === rest.length) return { prompts };
    return { prompts, nextCursor: encodeCursor("prompts", (page.at(-1) as SkillEntry).id) };
  });
  server.setRequestHandler("prompts/get", async ({ params: { name, arguments: given } }, { mcpReq: { signal } }) => {
    const skillset = await client.skillset();
    const entry = skillset.entries.find(({ id }) => id === name);
    const isKnown = entry !== undefined && isForPeople(entry);
    const typed = `/${name} ${given?.[argument] ?? ""}`;
    const activating = isKnown ? skillset.activate(typed, { signal }) : Promise.resolve(undefined);
    const activation = await activating.catch((error: unknown) => {
      if (signal.aborted) throw error;
      const message = messageForClient(error, "The prompt could not be made.", onError);
      throw new RpcError(rpcCodes.internalError, message);
    });
    if (activation === undefined) throw new RpcError(rpcCodes.invalidParams, `There is no prompt "${mention(name)}".`);
    const { text, args } = activation;
    const messages = [text, args].filter((part) => part !== "");
    return {
      description: entry?.description ?? "",
      messages: messages.map((part) => ({ role: "user" as const, content: { type: "text" as const, text: part } })),
    };
  });
}

/** A name with a space cannot be typed after a slash. */
function isForPeople({ id, userInvocable }: SkillEntry): boolean {
  return userInvocable !== false && !/\s/.test(id);
}

function toPrompt({ id, name, description }: SkillEntry): Prompt {
  return {
    name: id,
    title: name,
    description,
    arguments: [{ name: argument, description: "What to do, as typed after the name of the skill.", required: false }],
  };
}
