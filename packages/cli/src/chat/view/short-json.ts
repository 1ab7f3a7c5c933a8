import { fit } from "../../text/fit.ts";

/** A value as JSON on one line, safe to print; what does not fit is cut with an ellipsis. */
export function shortJson(value: unknown, columns: number): string {
  return fit(toJson(value), Math.max(8, columns));
}

function toJson(value: unknown): string {
  try {
    // Undefined and functions have no JSON.
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
