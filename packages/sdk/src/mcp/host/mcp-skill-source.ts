import { createSingleFlight } from "../../core/source/single-flight.ts";
import { normalizeResourcePath } from "../../core/source/normalize-resource-path.ts";
import { assertSkillId, missingResource, unknownSkill } from "../../core/source/skill-id.ts";
import type { SkillListOptions, SourceCallOptions } from "../../core/source/skill-source.ts";
import { createContentCache } from "./content-cache.ts";
import type { HeldSkill, McpSkillEntry } from "./held-skill.ts";
import { resolveLimits } from "./host-limits.ts";
import { listServer } from "./list-server.ts";
import { createLoadApprovals } from "./load-approval.ts";
import { loadRequest } from "./load-request.ts";
import type { McpClient } from "./mcp-client.ts";
import { assertServerLabel } from "./mcp-skill-id.ts";
import type { McpSkillSource, McpSkillSourceOptions } from "./mcp-skill-source-options.ts";
import { refusal } from "./mcp-refusal.ts";
import { createByteBudget } from "./byte-budget.ts";
import { createFileReader } from "./file-reader.ts";
import { getSkill } from "./get-skill.ts";
import { watchResourceList } from "./watch-resource-list.ts";

/**
 * The skills of an MCP server (extension `io.modelcontextprotocol/skills`), by a client that is connected. Every read is
 * verified against the server's own entry, which shows that both agree, and no more: what a skill says stays untrusted.
 * Each id begins with the label, so that no skill of the server can take the place of another one.
 */
export function mcpSkillSource(client: McpClient, options: McpSkillSourceOptions): McpSkillSource {
  const { label, dynamic = "decline", index = true, subscribe } = options;
  assertServerLabel(label);
  const limits = resolveLimits(options.limits);
  const readOptions = { label, limits, dynamic: dynamic === "allow" };
  const approvals = createLoadApprovals(options.approve, options.approvals);
  const cache = createContentCache(label, limits.maxCacheBytes, options.cache);
  const budget = createByteBudget(label, limits.maxBytesPerHour);
  const reader = createFileReader(client, { label, limits, cache, budget });
  const flights = createSingleFlight<ReadonlyMap<string, HeldSkill>>();
  const watchers = new Set<() => void>();
  /** URIs of skills that were asked for by name; the listing may lack them. */
  const asked = new Set(options.uris);
  let held: ReadonlyMap<string, HeldSkill> | undefined;
  let heldTurn = 0;
  let turns = 0;
  /** The digest under which each skill was loaded last. */
  const acting = new Map<string, string | undefined>();

  /** Skills that are others now lose what was agreed to. */
  async function hold(skills: ReadonlyMap<string, HeldSkill>): Promise<void> {
    const before = held;
    held = skills;
    await approvals.meet(skills, before);
  }

  async function take(call: SkillListOptions): Promise<ReadonlyMap<string, HeldSkill>> {
    const turn = ++turns;
    const report = call.onDiagnostic ?? (() => {});
    const skills = await listServer(client, { ...readOptions, index, uris: [...asked], signal: call.signal, report });
    const byId = new Map(skills.map((skill) => [skill.entry.id, skill]));
    // A list that was asked for earlier and came later is out of date.
    if (turn > heldTurn) {
      heldTurn = turn;
      await hold(byId);
    }
    return byId;
  }

  async function find(id: string, { signal }: SourceCallOptions): Promise<HeldSkill> {
    signal?.throwIfAborted();
    assertSkillId(id);
    const skills = held ?? (await flights.run("list", signal, (inner) => take({ signal: inner })));
    const skill = skills.get(id);
    if (skill === undefined) throw unknownSkill(id);
    return skill;
  }

  async function get(address: string, { signal }: SourceCallOptions = {}): Promise<McpSkillEntry> {
    const skill = await getSkill(client, address, { ...readOptions, signal });
    asked.add(skill.uri.canonical);
    await hold(new Map([...(held ?? []), [skill.entry.id, skill]]));
    return skill.entry;
  }

  /** A file that is not what it should be may be that of a skill that changed: the entry is asked for anew. */
  async function read<Result>(
    skill: HeldSkill,
    work: () => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (skill.digest === undefined || !reader.mayBeStale(error)) throw error;
      const now = await getSkill(client, skill.address, { ...readOptions, signal }).catch(() => undefined);
      signal?.throwIfAborted();
      if (now === undefined || now.digest === skill.digest) throw error;
      await hold(new Map([...(held ?? []), [now.entry.id, now]]));
      for (const tell of watchers) tell();
      throw changed(skill, error);
    }
  }

  function changed({ entry: { id }, address }: HeldSkill, cause?: unknown): Error {
    const message = `The skill "${id}" has changed on ${label}: it must be approved and loaded again.`;
    return refusal("skill-changed", message, { server: label, id, uri: address.slice(0, 200) }, cause);
  }

  const request = (skill: HeldSkill): ReturnType<typeof loadRequest> =>
    loadRequest(skill, held?.values() ?? [], (path) => reader.bytes(skill, path, undefined));

  async function approved(skill: HeldSkill, signal: AbortSignal | undefined): Promise<void> {
    await approvals.assert(skill, () => request(skill), signal);
    // Whoever was asked took their time: what they agreed to must still be what is held.
    if (held?.get(skill.entry.id)?.digest !== skill.digest) throw changed(skill);
  }

  return {
    label,
    list: async (call = {}) => {
      call.signal?.throwIfAborted();
      return [...(await take(call)).values()].map(({ entry }) => entry);
    },
    get,
    async read(id, { signal } = {}) {
      const skill = await find(id, { ...(signal && { signal }) });
      await approved(skill, signal);
      const raw = await read(skill, () => reader.skill(skill, signal), signal);
      acting.set(id, skill.digest);
      return raw;
    },
    async listResources(id, call = {}) {
      const { files } = await find(id, call);
      const others = [...(files?.values() ?? [])].filter(({ path }) => path !== "SKILL.md");
      return others.map(({ path, size }) => ({ path, size })).sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async readResource(id, path, { signal } = {}) {
      const normalized = normalizeResourcePath(path);
      const skill = await find(id, { ...(signal && { signal }) });
      if (normalized === "SKILL.md") throw missingResource(id, normalized);
      // The model acts on what it was given; a file of another version of the skill is not part of that.
      if (acting.has(id) && acting.get(id) !== skill.digest) throw changed(skill);
      reader.assertListed(skill, normalized);
      await approved(skill, signal);
      return read(skill, () => reader.bytes(skill, normalized, signal), signal);
    },
    async pinned(id, call = {}) {
      const skill = await find(id, call);
      await approvals.see(skill);
      return skill.list;
    },
    async frontmatter(id, call = {}) {
      return (await find(id, call)).frontmatter;
    },
    async forget() {
      for (const id of held?.keys() ?? []) await approvals.revoke(id);
      held = new Map();
      acting.clear();
      asked.clear();
      await cache.clear();
    },
    async watch(onChange, call = {}) {
      call.signal?.throwIfAborted();
      const tell = (): void => onChange();
      watchers.add(tell);
      try {
        const stop = await (subscribe ?? ((change, each) => watchResourceList(client, change, each)))(tell, call);
        return () => {
          watchers.delete(tell);
          stop();
        };
      } catch (error) {
        watchers.delete(tell);
        throw error;
      }
    },
  };
}
