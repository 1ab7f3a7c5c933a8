/** A program that runs agents, and the names of its tools. */
export interface HostDefinition {
  readonly name: string;
  readonly tools: readonly string[];
  /** Tools by primitive tag, where the host's choice differs from the primitive's own order. */
  readonly prefer?: Readonly<Record<string, string>>;
}

/** Who runs the workflow, as reported on start. */
export interface Handshake {
  /** `claude-code`, `codex`, …; `generic` if nothing is known. */
  readonly host: string;
  /** Tools that the agent itself reported. */
  readonly tools?: readonly string[];
  /** A sub-agent's report is taken as complete: the host's own list is not added. */
  readonly isSubagent?: boolean;
}

/** What a prompt function sees of the host. */
export interface HostView {
  readonly name: string;
  readonly isSubagent: boolean;
  /** Every tool the agent has, as resolved from its report and the registry. */
  readonly toolsAvailable: readonly string[];
}
