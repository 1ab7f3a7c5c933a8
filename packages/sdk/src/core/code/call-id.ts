/** An id for a call or a run that brought none. */
export function createCallId(): string {
  return crypto.randomUUID();
}
