import { listCodeTools } from "../code/list-code-tools.ts";
import { renderCodeTools } from "../code/render-code-tools.ts";
import { SIGNATURE_FILE_NAME } from "../integrity/signature-policy.ts";
import { sha256 } from "../sha256.ts";
import type { SourceCallOptions } from "../source/skill-source.ts";
import { originText } from "./catalog-line.ts";
import { mention } from "./escape.ts";
import type { LoadedSkill } from "./ledger.ts";
import { renderSkillBlock } from "./render-skill-block.ts";
import type { SkillsetSession } from "./skillset-session.ts";

/** The part of a session that loading a skill needs. */
export type LoadingSession = Pick<
  SkillsetSession,
  "registry" | "ledger" | "events" | "now" | "code" | "mode" | "names" | "unlockedNames"
>;

export interface LoadSkillOptions {
  readonly by: "model" | "user" | "program";
  readonly signal?: AbortSignal | undefined;
  /** Changes the instructions before they are wrapped: what the person typed goes in. */
  readonly edit?: (body: string, directory: string | undefined) => string;
}

/** Reads a skill's instructions now, and enters them into the ledger. */
export async function loadSkill(
  session: LoadingSession,
  id: string,
  { by, signal, edit = (body) => body }: LoadSkillOptions,
): Promise<LoadedSkill> {
  const { registry, ledger, events, now } = session;
  const call = signal === undefined ? {} : { signal };
  const { body, raw } = await registry.trigger(id, call);
  const [directory, files, tools] = await Promise.all([
    registry.directory(id, call),
    registry.files(id, call),
    toolLines(session, id, call),
  ]);
  const origin = (await registry.catalog(call)).find((entry) => entry.id === id)?.origin;
  const served = origin === undefined ? undefined : originText(origin);
  // Nobody signed the signature: its text is for verifiers, not for models.
  const shown = files.filter(({ path }) => path !== SIGNATURE_FILE_NAME);
  const text = renderSkillBlock({ id, body: edit(body, directory), directory, files: shown, tools, origin: served });
  const digest = await digestOf(raw, tools);
  const loaded = { id, digest, at: now(), text };
  const again = ledger.get(id) !== undefined;
  ledger.add(loaded);
  events.emit("skill-loaded", { id, digest, by, again });
  return loaded;
}

/** Mark of a skill's instructions, and of its tools, as they are now. */
export async function contentDigest(
  session: Pick<LoadingSession, "registry" | "code" | "mode" | "names" | "unlockedNames">,
  id: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const call = signal === undefined ? {} : { signal };
  const [{ raw }, tools] = await Promise.all([session.registry.trigger(id, call), toolLines(session, id, call)]);
  return digestOf(raw, tools);
}

function digestOf(raw: string, tools: readonly string[]): Promise<string> {
  return sha256(new TextEncoder().encode(tools.length === 0 ? raw : [raw, ...tools].join("\0")));
}

/** What the instructions say about the skill's own tools: in mode `subagent` nothing, since they are not for this model. */
async function toolLines(
  { code, mode, names, unlockedNames }: Pick<LoadingSession, "code" | "mode" | "names" | "unlockedNames">,
  id: string,
  call: SourceCallOptions,
): Promise<readonly string[]> {
  const definition = code.definitions.get(id);
  if (definition === undefined || mode === "subagent") return [];
  const { tools, missing } = await listCodeTools(code, id, definition, call);
  if (tools.length === 0) return missing;
  if (mode === "unlocked") {
    const called = tools.map(({ name }) => unlockedNames.get(id)?.get(name)).filter((name) => name !== undefined);
    return ["<skill_tools>", `You can call these tools now: ${called.join(", ")}.`, ...missing, "</skill_tools>"];
  }
  const { name, parameters } = names.call;
  const how = `Call these with ${name}({ ${parameters.skill}: "${mention(id)}", ${parameters.tool}, ${parameters.arguments} }).`;
  return renderCodeTools(tools, [how, ...missing].join("\n"));
}
