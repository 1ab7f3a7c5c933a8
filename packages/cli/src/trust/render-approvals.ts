import type { Approval } from "@tradecraft/sdk";
import { PROJECT_SKILLS_ACTION } from "@tradecraft/sdk/node";
import type { Colors } from "../text/colors.ts";
import { createTable } from "../text/table.ts";

/** What kind of thing was agreed to. */
export type ApprovalKind = "script" | "mcp skill" | "project";

/** The kind of an approval; undefined for notes that hosts keep for themselves. */
export function kindOf({ action }: Approval): ApprovalKind | undefined {
  if (action === PROJECT_SKILLS_ACTION) return "project";
  if (action === "load") return "mcp skill";
  return action === "seen" ? undefined : "script";
}

/** Approvals as a table. */
export function renderApprovals(approvals: readonly Approval[], colors: Colors, width: number): string {
  const rows = approvals.map((approval) => {
    const action =
      kindOf(approval) === "script" ? approval.action : kindOf(approval) === "project" ? "use its skills" : "load";
    return [
      { text: kindOf(approval) ?? "" },
      { text: action },
      { text: approval.digest.slice(0, "sha256:".length + 12), paint: colors.dim },
      { text: approval.skill, paint: colors.bold },
    ];
  });
  const columns = [
    { heading: "kind" },
    { heading: "may", max: 40 },
    { heading: "content" },
    { heading: "of", grows: true },
  ] as const;
  const table = createTable(columns, rows, { colors, width });
  return `${[table.header, ...rows.flatMap((row) => table.row(row))].join("\n")}\n`;
}
