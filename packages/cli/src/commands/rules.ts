import { DIAGNOSTIC_CODES } from "@tradecraft/sdk";
import type { CommandRun } from "../args/command.ts";
import { BUILT_RULES } from "../check/built/built-rules.ts";
import { jsonDocument } from "../report/json-document.ts";
import { createColors } from "../text/colors.ts";

const header = "spec      lenient   fix";

/** `tradecraft rules`: every code, what it means, and how much it weighs in each profile. */
export const runRules: CommandRun = async (args, io) => {
  const { LINT_RULES } = await import("@tradecraft/sdk/workflow");
  const rules = [
    ...Object.entries(DIAGNOSTIC_CODES).map(([code, { group, spec, lenient, fixable, summary }]) => ({
      code,
      group: group as string,
      severity: { spec, lenient },
      fixable,
      summary,
    })),
    // No profile has another opinion on workflows.
    ...Object.entries({ ...LINT_RULES, ...BUILT_RULES }).map(([code, { severity, summary }]) => ({
      code,
      group: "workflow",
      severity: { spec: severity, lenient: severity },
      fixable: false,
      summary: summary as string,
    })),
  ];
  if (args.flags.has("json")) {
    io.stdout.write(jsonDocument(true, { rules }));
    return 0;
  }
  const colors = createColors(io, io.stdout, args.flags.has("no-color"));
  const paint = { error: colors.red, warning: colors.yellow, info: colors.blue };
  const width = Math.max(...rules.map(({ code }) => code.length));
  const sections = [...new Set(rules.map(({ group }) => group))].map((group) => {
    const rows = rules
      .filter((rule) => rule.group === group)
      .map(({ code, severity: { spec, lenient }, fixable, summary }) => {
        const severities = `${paint[spec](spec.padEnd(9))} ${paint[lenient](lenient.padEnd(9))}`;
        return `  ${code.padEnd(width)}  ${severities} ${fixable ? "fix" : "   "}  ${summary}`;
      });
    return [`${colors.bold(group.padEnd(width + 2))}  ${colors.dim(header)}`, ...rows].join("\n");
  });
  const note = "In profile reference, what the Python reference reports is an error.";
  io.stdout.write(`${sections.join("\n\n")}\n\n${note}\n`);
  return 0;
};
