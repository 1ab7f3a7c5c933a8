/** A commit or a digest as people compare them: by its first characters. A version stays as it is. */
export function shortPoint(point: string): string {
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(point)) return point.slice(0, 10);
  return point.replace(/^(sha256:[0-9a-f]{10})[0-9a-f]{54}$/, "$1");
}
