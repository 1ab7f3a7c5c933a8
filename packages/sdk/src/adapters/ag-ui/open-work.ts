import type { Skillset } from "../../core/skillset/skillset.ts";

/** The calls and sub-agents of a skillset that have begun and not ended. */
export class OpenWork {
  readonly #open = new Set<string>();
  readonly #stops: readonly (() => void)[];
  #idle: (() => void)[] = [];

  constructor(skillset: Pick<Skillset, "on">) {
    const keyOf = (kind: string, { callId, runId = "" }: { callId: string; runId?: string }): string =>
      JSON.stringify([kind, runId, callId]);
    this.#stops = [
      skillset.on("tool-start", (call) => void this.#open.add(keyOf("tool", call))),
      skillset.on("tool-end", (call) => this.#end(keyOf("tool", call))),
      skillset.on("subagent-start", (run) => void this.#open.add(keyOf("subagent", run))),
      skillset.on("subagent-end", (run) => this.#end(keyOf("subagent", run))),
    ];
  }

  /** Resolves once nothing is open, or when the time is up: what never ends must not hold the end of the run. */
  async idle(milliseconds: number): Promise<void> {
    if (this.#open.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#idle.push(resolve);
      timer = setTimeout(resolve, milliseconds);
    });
    clearTimeout(timer);
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #end(key: string): void {
    this.#open.delete(key);
    if (this.#open.size === 0) for (const idle of this.#idle.splice(0)) idle();
  }
}
