import type { EventHub } from "../skillset/skillset-events.ts";
import type { SkillDefinition, SkillStateDefinition } from "./skill-definition.ts";
import type { SessionState } from "./state/session-state.ts";
import type { ListedTool } from "./list-code-tools.ts";
import type { Toolset } from "./toolset.ts";

/** What the code of one session's skills shares. Nothing of it is shared with another session. */
export interface CodeSession {
  /** Skills with code that this agent may use, by id. */
  readonly definitions: ReadonlyMap<string, SkillDefinition>;
  readonly state: SessionState;
  readonly events: EventHub;
  /** What each toolset listed last. */
  readonly listings: WeakMap<Toolset, readonly ListedTool[]>;
  /** What a function under `deps` made for this session. */
  readonly deps: WeakMap<object, unknown>;
  /** What a snapshot held for skills that are not there now; kept, so that nothing is lost when it is written again. */
  readonly others: Record<string, unknown>;
  /** The state that each skill asked for last; another one means that it was reconfigured. */
  readonly states: Map<string, SkillStateDefinition>;
}

/** The code of a session; what was made for it before it was refreshed goes on. */
export function createCodeSession(
  definitions: ReadonlyMap<string, SkillDefinition>,
  state: SessionState,
  events: EventHub,
  before?: CodeSession,
): CodeSession {
  const states = new Map<string, SkillStateDefinition>();
  for (const [id, { state: kept }] of definitions) if (kept !== undefined) states.set(id, kept);
  const { listings = new WeakMap(), deps = new WeakMap(), others = {} } = before ?? {};
  return { definitions, state, events, listings, deps, others, states };
}
