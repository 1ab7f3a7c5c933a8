import { isRecord } from "../is-record.ts";
import { shapeOf } from "../refused-options.ts";
import { SKILL_TOOL_PRESETS } from "./tool-names.ts";

/** What is wrong with the names that a program gives the tools; undefined where nothing is, or for the name of a preset. */
export function refusedToolNames(names: unknown): string | undefined {
  if (names === undefined || typeof names === "string") return undefined;
  const { standard } = SKILL_TOOL_PRESETS;
  if (!isRecord(names)) {
    const presets = Object.keys(SKILL_TOOL_PRESETS).join(", ");
    return `\`toolNames\` must be one of ${presets}, or an object with names by tool, not ${shapeOf(names)}`;
  }
  for (const [tool, naming] of Object.entries(names)) {
    if (!Object.hasOwn(standard, tool))
      return `\`toolNames\` has no tool "${tool}"; there are: ${Object.keys(standard).join(", ")}`;
    if (naming !== undefined && !isNaming(naming, standard[tool as keyof typeof standard].parameters)) {
      const right = JSON.stringify(standard[tool as keyof typeof standard]);
      return `\`toolNames.${tool}\` must name the tool and each of its parameters, as ${right}`;
    }
  }
  return undefined;
}

function isNaming(value: unknown, parameters: Readonly<Record<string, string>>): boolean {
  if (!isRecord(value) || !isName(value["name"])) return false;
  const given = value["parameters"];
  return isRecord(given) && Object.keys(parameters).every((each) => isName(given[each]));
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
