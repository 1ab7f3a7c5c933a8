import { sha256 } from "../sha256.ts";
import type { LoadedSkill } from "./ledger.ts";
import { renderSkillBlock } from "./render-skill-block.ts";
import type { SkillsetSession } from "./skillset-session.ts";

export interface LoadSkillOptions {
  readonly by: "model" | "user" | "program";
  readonly signal?: AbortSignal | undefined;
  /** Changes the instructions before they are wrapped: what the person typed goes in. */
  readonly edit?: (body: string, directory: string | undefined) => string;
}

/** Reads a skill's instructions now, and enters them into the ledger. */
export async function loadSkill(
  { registry, ledger, events, now }: Pick<SkillsetSession, "registry" | "ledger" | "events" | "now">,
  id: string,
  { by, signal, edit = (body) => body }: LoadSkillOptions,
): Promise<LoadedSkill> {
  const call = signal === undefined ? {} : { signal };
  const { body, raw } = await registry.trigger(id, call);
  const [directory, files] = await Promise.all([registry.directory(id, call), registry.files(id, call)]);
  const text = renderSkillBlock({ id, body: edit(body, directory), directory, files });
  const digest = await sha256(new TextEncoder().encode(raw));
  const loaded = { id, digest, at: now(), text };
  const again = ledger.get(id) !== undefined;
  ledger.add(loaded);
  events.emit("skill-loaded", { id, digest, by, again });
  return loaded;
}

/** Mark of a skill's instructions as they are now. */
export async function contentDigest(
  { registry }: Pick<SkillsetSession, "registry">,
  id: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { raw } = await registry.trigger(id, signal === undefined ? {} : { signal });
  return sha256(new TextEncoder().encode(raw));
}
