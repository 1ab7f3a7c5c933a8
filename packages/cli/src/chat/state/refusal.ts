import { SkillError } from "@tradecraft/sdk";

/** Why a state was refused, and the path of keys to what is wrong. */
export interface StateRefusal {
  readonly message: string;
  readonly path: readonly string[];
}

/** Reads the error of `state.restore`; undefined for any other. */
export function readRefusal(error: unknown): StateRefusal | undefined {
  if (!SkillError.is(error, "state-invalid")) return undefined;
  const { namespace = "", path = "" } = error.facts as { readonly namespace?: string; readonly path?: string };
  const keys = path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return { message: error.message, path: namespace === "" ? keys : [namespace, ...keys] };
}
