import { SkillError } from "../errors.ts";
import { memoryApprovalStore } from "../integrity/memory-approval-store.ts";
import { isRecord } from "../is-record.ts";
import { requiresSignatures } from "../registry/guard-registry.ts";
import type { SkillRegistry } from "../registry/skill-registry.ts";
import { assembleSkillset } from "./assemble-skillset.ts";
import { guarded, type LiveSkillsetOptions } from "./create-skillset.ts";
import { SkillLedger } from "./ledger.ts";
import { prepareCode } from "./prepare-code.ts";
import { loadAgain, signedJson } from "./signed-json.ts";
import { refusedSkillsetOptions } from "./refused-skillset-options.ts";
import { EventHub } from "./skillset-events.ts";
import type { Skillset, SkillsetJson } from "./skillset.ts";
import { resolveToolNames } from "./tool-names.ts";
import { unlockableNames } from "./unlocked-tools.ts";

/**
 * The skillset that `toJSON` described, without asking what skills there are now. Where signatures are required, that is
 * asked: then only which skills and which of them were loaded is taken from the JSON, and every text from the skills.
 */
export async function skillsetFromJSON(
  given: SkillsetJson,
  skills: SkillRegistry,
  live: LiveSkillsetOptions = {},
): Promise<Skillset> {
  if (!isRecord(given) || given.version !== 1) {
    throw new SkillError("skillset-invalid", "This skillset was written by another version, and cannot be read.");
  }
  const problem = refusedSkillsetOptions(live);
  if (problem !== undefined) throw new SkillError("skillset-invalid", `This skillset cannot be made: ${problem}.`);
  const events = new EventHub();
  const registry = guarded(skills, live.signatures, events);
  const isStrict = requiresSignatures(registry);
  const json = isStrict ? await signedJson(given, registry) : given;
  const { mode, format } = json;
  const names = resolveToolNames(json.names);
  const otherTools = [...(live.otherTools ?? [])];
  const { code, unlockable, diagnostics, left } = await prepareCode(registry, {
    entries: json.entries,
    mode,
    names,
    events,
    otherTools,
    isDefined: false,
    state: json.state,
  });
  const unlockedNames = unlockableNames(unlockable);
  const now = live.now ?? Date.now;
  const silent = { registry, ledger: new SkillLedger(), events: new EventHub(), now, code, mode, names, unlockedNames };
  const preloaded = isStrict ? await loadAgain(json.preloaded, silent) : json.preloaded;
  const loaded = isStrict ? await loadAgain(json.loaded, silent) : json.loaded;
  return assembleSkillset({
    registry,
    entries: json.entries.filter(({ id }) => !left.has(id)),
    listed: json.listed.filter((id) => !left.has(id)),
    preloaded,
    format,
    names,
    diagnostics,
    ledger: new SkillLedger(loaded, json.lost),
    events,
    mode,
    code,
    unlockable,
    live: { ...live, otherTools },
    approvals: live.approvals ?? memoryApprovalStore(),
    refresh: () =>
      Promise.reject(
        new SkillError("skillset-invalid", "A skillset from JSON stays as it is; make a new one with createSkillset."),
      ),
  });
}
