import type { ApprovalStore } from "../../core/integrity/approval-store.ts";
import type { SkillResource, SourceCallOptions } from "../../core/source/skill-source.ts";
import { waitFor } from "../../core/source/wait-for.ts";
import type { HeldSkill, McpOrigin } from "./held-skill.ts";
import { refusal } from "./mcp-refusal.ts";

/** What somebody is asked to agree to: that a model is given this skill, with exactly these files. */
export interface McpLoadRequest {
  readonly skill: string;
  readonly name: string;
  readonly description: string;
  readonly origin: McpOrigin;
  /** Digest of the list of files; undefined for a skill that cannot be verified. */
  readonly digest?: string;
  readonly files: readonly SkillResource[];
  /** Ids of the server's skills in whose folders it lies; their approval is not its own. */
  readonly nestedIn: readonly string[];
  /** Fields of its frontmatter that ask for rights or for code to be run; none of them has an effect. */
  readonly ignored: readonly string[];
  /** A verified file, for somebody who wants to look first; without a path the SKILL.md. */
  readonly inspect: (path?: string) => Promise<Uint8Array>;
}

/** `always` is remembered, and holds until any file changes; true holds as long in this process. */
export type McpLoadApproval = boolean | "always";

/** Decides whether a skill may be given to a model. */
export type ApproveMcpSkill = (
  request: McpLoadRequest,
  options: SourceCallOptions,
) => McpLoadApproval | Promise<McpLoadApproval>;

/** What was agreed to, for one server. */
export interface LoadApprovals {
  /** Throws unless somebody agreed to this skill with this content. */
  assert(skill: HeldSkill, request: () => McpLoadRequest, signal: AbortSignal | undefined): Promise<void>;
  /** Ends what was agreed to for any other content than this, before anybody looks whether something was. */
  see(skill: HeldSkill): Promise<void>;
  /** Skills that are others now lose what was agreed to: others than before, than when they were loaded, or than in the store. */
  meet(skills: ReadonlyMap<string, HeldSkill>, before: ReadonlyMap<string, HeldSkill> | undefined): Promise<void>;
  /** Forgets what was agreed to, as the skill is another now. */
  revoke(id: string): Promise<void>;
}

/** Asks before a skill is loaded. What was agreed to holds for one id, which stands for label and URI, and one digest. */
export function createLoadApprovals(
  approve: ApproveMcpSkill | undefined,
  store: ApprovalStore | undefined,
): LoadApprovals {
  const granted = new Map<string, string>();
  /** The content under which each skill was looked at last; it may be away from the list in between. */
  const met = new Map<string, string>();
  const asking = new Map<string, Promise<void>>();

  async function ask(
    { entry: { id }, digest }: HeldSkill,
    request: McpLoadRequest,
    decide: ApproveMcpSkill,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const answer = await waitFor(Promise.resolve(decide(request, signal === undefined ? {} : { signal })), signal);
    if (answer !== true && answer !== "always") {
      throw refusal("load-denied", `Permission to load the skill "${id}" was refused.`, { id });
    }
    // Without a digest there is nothing that an approval could hold for, beyond this one load.
    if (digest === undefined) return;
    granted.set(id, digest);
    if (answer === "always") await store?.add({ skill: id, action: "load", digest });
  }

  /** What was agreed to for other content ends when this content comes, even if the other one comes back; also in another process. */
  async function see({ entry: { id: skill }, digest }: HeldSkill): Promise<void> {
    if (digest === undefined) return;
    met.set(skill, digest);
    const seen = { skill, action: "seen", digest };
    if (store === undefined || (await store.has(seen))) return;
    await store.revoke(skill);
    await store.add(seen);
  }

  async function revoke(id: string): Promise<void> {
    granted.delete(id);
    met.delete(id);
    await store?.revoke(id);
  }

  return {
    see,
    async meet(skills, before) {
      const stored = await store?.skills?.();
      for (const [id, skill] of skills) {
        const { digest } = skill;
        const earlier = before?.get(id);
        const isOther = earlier !== undefined && earlier.digest !== digest;
        const isOtherThanMet = met.has(id) && met.get(id) !== digest;
        const isStored = stored?.has(id) === true;
        if (isOther || isOtherThanMet || (isStored && digest === undefined)) await revoke(id);
        else if (isStored) await see(skill);
      }
    },
    async assert(skill, request, signal) {
      const { entry, digest } = skill;
      await see(skill);
      if (approve === undefined) return assertNotNested(entry.id, request());
      if (digest !== undefined) {
        if (granted.get(entry.id) === digest) return;
        if (await store?.has({ skill: entry.id, action: "load", digest })) return;
      }
      if (digest === undefined || signal !== undefined) return ask(skill, request(), approve, signal);
      // Nobody is asked twice at the same time about the same thing.
      const key = `${entry.id} ${digest}`;
      const open = asking.get(key) ?? ask(skill, request(), approve, signal).finally(() => asking.delete(key));
      asking.set(key, open);
      return open;
    },
    revoke,
  };
}

/** Whoever connected the server agreed to its skills, but the agreement to a skill is not one to those inside it. */
function assertNotNested(id: string, { nestedIn: [outer] }: McpLoadRequest): void {
  if (outer === undefined) return;
  throw refusal(
    "load-denied",
    `The skill "${id}" lies inside "${outer}", and needs an agreement of its own: pass \`approve\`.`,
    { id },
  );
}
