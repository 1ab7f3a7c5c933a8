import { escapeAttribute, quoteText } from "./escape.ts";
import type { ScriptResult } from "./script-runner.ts";

/** What a script printed, for a model: its output, and on failure both streams and how it ended. */
export function renderScriptResult(id: string, script: string, result: ScriptResult): string {
  const { exitCode, signal, stdout, stderr, timedOut, truncated, durationMs } = result;
  const outcome = timedOut ? "timed-out" : exitCode === 0 ? "ok" : "failed";
  const attributes = [
    `skill="${escapeAttribute(id)}"`,
    `script="${escapeAttribute(script)}"`,
    `outcome="${outcome}"`,
    ...(exitCode === null ? [`signal="${escapeAttribute(signal ?? "unknown")}"`] : [`exit="${exitCode}"`]),
    ...(truncated ? ['truncated="true"'] : []),
    'untrusted="true"',
  ];
  const lines = [`<skill_script ${attributes.join(" ")}>`];
  if (stdout !== "" || stderr === "") lines.push("<stdout>", quoteText(stdout), "</stdout>");
  if (stderr !== "") lines.push("<stderr>", quoteText(stderr), "</stderr>");
  lines.push("</skill_script>");
  if (timedOut) lines.push(`It was stopped after ${Math.round(durationMs / 1000)} s.`);
  return lines.join("\n");
}
