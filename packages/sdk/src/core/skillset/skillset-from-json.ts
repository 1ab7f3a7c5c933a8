import { SkillError } from "../errors.ts";
import { memoryApprovalStore } from "../integrity/memory-approval-store.ts";
import type { SkillRegistry } from "../registry/skill-registry.ts";
import { assembleSkillset } from "./assemble-skillset.ts";
import { guarded, type LiveSkillsetOptions } from "./create-skillset.ts";
import { SkillLedger } from "./ledger.ts";
import { prepareCode } from "./prepare-code.ts";
import { EventHub } from "./skillset-events.ts";
import type { Skillset, SkillsetJson } from "./skillset.ts";
import { resolveToolNames } from "./tool-names.ts";

/** The skillset that `toJSON` described, without asking what skills there are now. */
export async function skillsetFromJSON(
  json: SkillsetJson,
  skills: SkillRegistry,
  live: LiveSkillsetOptions = {},
): Promise<Skillset> {
  if (json.version !== 1) {
    throw new SkillError("skillset-invalid", "This skillset was written by another version, and cannot be read.");
  }
  const events = new EventHub();
  const registry = guarded(skills, live.signatures, events);
  const names = resolveToolNames(json.names);
  const otherTools = [...(live.otherTools ?? [])];
  const { code, unlockable, diagnostics, left } = await prepareCode(registry, {
    entries: json.entries,
    mode: json.mode,
    names,
    events,
    otherTools,
    isDefined: false,
    state: json.state,
  });
  return assembleSkillset({
    registry,
    entries: json.entries.filter(({ id }) => !left.has(id)),
    listed: json.listed.filter((id) => !left.has(id)),
    preloaded: json.preloaded,
    format: json.format,
    names,
    diagnostics,
    ledger: new SkillLedger(json.loaded, json.lost),
    events,
    mode: json.mode,
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
