/** How many calls a body makes: the protocol of early 2025 lets a client send several at once. One at the least. */
export function requestsIn(body: unknown): number {
  if (!Array.isArray(body)) return 1;
  return Math.max(
    1,
    body.filter((message) => typeof message === "object" && message !== null && "id" in message).length,
  );
}
