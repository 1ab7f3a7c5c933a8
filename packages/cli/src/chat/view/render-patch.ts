import type { StateOperation, StatePatch } from "@tradecraft/sdk";
import { fit } from "../../text/fit.ts";
import { textWidth } from "../../text/text-width.ts";
import { shortJson } from "./short-json.ts";

/** A patch of the state, an operation a line: `± /score/total 12`. */
export function renderPatch(patch: StatePatch, columns: number): string[] {
  return patch.map((operation) => renderOperation(operation, columns));
}

function renderOperation(operation: StateOperation, columns: number): string {
  const path = fit(operation.path === "" ? "/" : operation.path, Math.max(8, Math.floor(columns / 2)));
  const start = `± ${path} `;
  const left = columns - textWidth(start);
  switch (operation.op) {
    case "remove":
      return `${start}removed`;
    case "move":
    case "copy":
      return `${start}${operation.op === "move" ? "moved" : "copied"} from ${fit(operation.from, Math.max(8, left - 12))}`;
    default:
      return `${start}${shortJson(operation.value, left)}`;
  }
}
