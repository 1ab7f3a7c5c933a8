/** What is to be known of a call whose user was asked something, when it is made again with the answers. */
export interface AskState {
  readonly session: string;
  readonly step: string;
  /** Finished visits before the call. */
  readonly since: number;
  readonly round: number;
  /** The agent has not seen the preamble yet. */
  readonly greet: boolean;
  /** The call was an answer of the agent's, and no start. */
  readonly isAnswer: boolean;
}

/** The state as text. */
export function writeAskState({ session, step, since, round, greet, isAnswer }: AskState): string {
  return JSON.stringify({ session, step, since, round, greet, isAnswer });
}

/**
 * The state that a client brings back; undefined for what cannot be one. Nothing in it says more than the arguments of
 * `advance` do, so that nothing is gained by changing it, and it is not signed.
 */
export function readAskState(text: unknown): AskState | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const { session, step, since, round, greet, isAnswer } = JSON.parse(text) as Record<string, unknown>;
    if (typeof session !== "string" || typeof step !== "string") return undefined;
    const flags = { greet: greet === true, isAnswer: isAnswer === true };
    return { session, step, since: countOf(since), round: countOf(round), ...flags };
  } catch {
    return undefined;
  }
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
