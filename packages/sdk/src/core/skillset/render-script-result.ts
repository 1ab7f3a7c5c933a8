import { cutText } from "./cut-text.ts";
import { escapeAttribute, quoteText } from "./escape.ts";
import type { ScriptResult } from "./script-runner.ts";

/** Characters of each stream that a model gets. */
const most = 64 * 1024;

/** What a script printed, for a model: its output, and on failure both streams and how it ended. */
export function renderScriptResult(id: string, script: string, result: ScriptResult): string {
  const { exitCode, signal, stdout, stderr, timedOut, truncated, durationMs } = result;
  const outcome = timedOut ? "timed-out" : exitCode === 0 ? "ok" : "failed";
  const attributes = [
    `skill="${escapeAttribute(id)}"`,
    `script="${escapeAttribute(script)}"`,
    `outcome="${outcome}"`,
    ...(exitCode === null ? [`signal="${escapeAttribute(signal ?? "unknown")}"`] : [`exit="${exitCode}"`]),
    ...(truncated || stdout.length > most || stderr.length > most ? ['truncated="true"'] : []),
    'untrusted="true"',
  ];
  const lines = [`<skill_script ${attributes.join(" ")}>`];
  if (stdout !== "" || stderr === "") lines.push("<stdout>", quoteText(middleOut(stdout)), "</stdout>");
  if (stderr !== "") lines.push("<stderr>", quoteText(middleOut(stderr)), "</stderr>");
  lines.push("</skill_script>");
  if (timedOut) lines.push(`It was stopped after ${Math.round(durationMs / 1000)} s.`);
  return lines.join("\n");
}

/** Beginning and end, where the middle is too much. */
function middleOut(text: string): string {
  if (text.length <= most) return text;
  const half = most / 2;
  return `${cutText(text, half)}\n[${text.length - most} characters were left out here.]\n${text.slice(-half).replace(/^[\udc00-\udfff]/, "")}`;
}
