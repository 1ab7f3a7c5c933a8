import { type AGUIEvent, EventType } from "@ag-ui/core";
import { jsonEqual } from "../../core/code/state/json-equal.ts";
import { applyStatePatch } from "../../core/code/state/patch.ts";
import type { StatePatch, StateSnapshot } from "../../core/code/state/skill-state.ts";
import type { Skillset } from "../../core/skillset/skillset.ts";
import { clientState } from "./client-state.ts";

/** Keeps a client's state what the server's is, where deltas alone cannot. */
export class RunState {
  readonly #skillset: Pick<Skillset, "on" | "state">;
  readonly #inbound: unknown;
  readonly #stop: () => void;
  /** The skills' state as the client has it. */
  #told: StateSnapshot;

  constructor(skillset: Pick<Skillset, "on" | "state">, inbound: unknown) {
    this.#skillset = skillset;
    this.#inbound = inbound;
    this.#told = skillset.state.snapshot();
    this.#stop = skillset.on("state-changed", ({ patch }) => this.#tell(patch));
  }

  /** What to send first: a snapshot, if the client's state is not what became of it. */
  first(timestamp: number): AGUIEvent | undefined {
    const snapshot = clientState(this.#inbound, this.#told);
    return jsonEqual(this.#inbound, snapshot) ? undefined : { type: EventType.STATE_SNAPSHOT, timestamp, snapshot };
  }

  /** What to send last: a snapshot, if the state became another one without a word, as when a program restores it. */
  last(timestamp: number): AGUIEvent | undefined {
    this.#stop();
    const now = this.#skillset.state.snapshot();
    if (jsonEqual(this.#told, now)) return undefined;
    return { type: EventType.STATE_SNAPSHOT, timestamp, snapshot: clientState(this.#inbound, now) };
  }

  #tell(patch: StatePatch): void {
    try {
      this.#told = applyStatePatch(this.#told, patch);
    } catch {
      // The client cannot apply it either; the last snapshot makes up for it.
    }
  }
}
