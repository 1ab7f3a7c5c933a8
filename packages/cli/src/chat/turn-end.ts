import type { StateSnapshot } from "@tradecraft/sdk";

/** How a turn ended. */
export type TurnEnd =
  | { readonly kind: "done"; readonly text: string; readonly state: StateSnapshot }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly error: unknown };
