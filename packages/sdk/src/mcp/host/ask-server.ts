import { SkillError } from "../../core/errors.ts";
import { mention } from "../../core/skillset/escape.ts";
import { withDeadline } from "../../core/source/http/with-deadline.ts";
import { anyResult, isRecord, type McpClient } from "./mcp-client.ts";
import { refusal } from "./mcp-refusal.ts";

/** Whom a request is for, and how long to wait. */
export interface AskServerOptions {
  readonly label: string;
  readonly timeout: number;
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request, waits so long and no longer, and takes nothing but a complete result. */
export async function askServer(
  client: McpClient,
  method: string,
  params: Record<string, unknown>,
  { label, timeout, signal }: AskServerOptions,
): Promise<Readonly<Record<string, unknown>>> {
  signal?.throwIfAborted();
  const facts = { server: label, method };
  const late = (): Error => refusal("request-late", `${label} did not answer ${method} within ${timeout} ms.`, facts);
  let result: unknown;
  try {
    // A server that wants input for a read would have the person asked in its name; such an answer is handed back, and refused.
    const send = (inner: AbortSignal): Promise<unknown> =>
      client.request({ method, params }, anyResult, {
        signal: inner,
        timeout: clientTimeout(timeout),
        allowInputRequired: true,
      });
    result = await withDeadline(send, { milliseconds: timeout, late, signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (SkillError.is(error)) throw error;
    const code = errorCode(error);
    const said = error instanceof Error ? `: ${mention(error.message, 200)}` : "";
    throw refusal(
      "request-failed",
      `${label} failed to answer ${method}${said}`,
      { ...facts, ...(code !== undefined && { rpc: code }) },
      error,
    );
  }
  if (!isRecord(result))
    throw refusal("result-invalid", `${label} answered ${method} with something that is no result.`, facts);
  const { resultType = "complete" } = result;
  if (resultType !== "complete") {
    throw refusal("result-incomplete", `${label} answered ${method} with a result that is not complete.`, facts);
  }
  return result;
}

/** The client's own limit, after ours; timers take longer times for none. */
export function clientTimeout(timeout: number): number {
  return Math.min(timeout + 1_000, 2 ** 31 - 1);
}

function errorCode(error: unknown): number | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "number" ? code : undefined;
}

/** Whether the server said that it has no such thing: -32602, and -32002 before revision 2026-07-28. */
export function isNotThere(error: unknown): boolean {
  return SkillError.is(error) && (error.facts["rpc"] === -32602 || error.facts["rpc"] === -32002);
}
