import type { AGUIEvent } from "@ag-ui/core";
import type { Skillset } from "../../core/skillset/skillset.ts";
import type { EventOrder } from "./event-order.ts";
import { OpenWork } from "./open-work.ts";
import { RunState } from "./run-state.ts";
import { skillsetToAgUi } from "./skillset-to-ag-ui.ts";

interface RunSkillsOptions {
  readonly order: EventOrder;
  readonly put: (event: AGUIEvent) => void;
  readonly now: () => number;
  readonly input: { readonly state?: unknown; readonly protocolVersion?: string };
}

/** The skillset's part in a run. */
export class RunSkills {
  readonly #options: RunSkillsOptions;
  #skillset: Skillset | undefined;
  #work: OpenWork | undefined;
  #state: RunState | undefined;
  #stop: () => void = () => undefined;
  #isClosed = false;

  constructor(options: RunSkillsOptions) {
    this.#options = options;
  }

  /** Sends the state that the run begins with, and from then on what happens. */
  attach(skillset: Skillset): void {
    // One that comes when the run is over may live on, and would be listened to for ever.
    if (this.#skillset !== undefined || this.#isClosed) return;
    this.#skillset = skillset;
    const { order, put, now, input } = this.#options;
    this.#state = new RunState(skillset, input.state);
    const first = this.#state.first(now());
    if (first !== undefined) put(first);
    this.#work = new OpenWork(skillset);
    this.#stop = skillsetToAgUi(skillset, (event, callId) => order.hold(event, callId), {
      subagents: input.protocolVersion === undefined ? "activities" : "events",
      now,
    });
  }

  /** Resolves once no tool and no sub-agent is at work, or when the time is up. */
  idle(milliseconds: number): Promise<void> {
    return this.#work?.idle(milliseconds) ?? Promise.resolve();
  }

  /** Listens no more; sends what a client needs to have the state that there is now. */
  close(): void {
    const { put, now } = this.#options;
    this.#isClosed = true;
    this.#stop();
    this.#work?.stop();
    const last = this.#state?.last(now());
    if (last !== undefined) put(last);
  }
}
