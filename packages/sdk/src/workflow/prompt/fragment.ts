import type { Fragment } from "./prompt-piece.ts";

/** A named piece of prose, to be used in prompts. */
export function fragment(name: string, content: string): Fragment {
  if (typeof name !== "string" || name.trim() === "") throw new TypeError("A fragment needs a name.");
  if (typeof content !== "string") throw new TypeError(`The content of the fragment "${name}" must be text.`);
  return Object.freeze({ name, content: content.trim() });
}

/** Whether a value is a fragment, or looks like one. */
export function isFragment(value: unknown): value is Fragment {
  if (typeof value !== "object" || value === null) return false;
  const { name, content } = value as Partial<Fragment>;
  return typeof name === "string" && typeof content === "string";
}
