import { fit } from "../../text/fit.ts";
import { oneLine } from "../../text/one-line.ts";
import type { Provider } from "./choose-provider.ts";

const longest = 300;

/** What went wrong with a request to a model, in one line that is safe to print. */
export function describeModelError(error: unknown, provider: Provider | undefined): string {
  const cause = innermost(error);
  const label = provider?.label ?? "The model";
  const status = field(cause, "statusCode");
  const message = fit(oneLine(textOf(cause)), longest);
  if (status === 401 || status === 403) return `${label} refused the key (${status}); look at ${keyVariable(provider)}`;
  if (status === 404) {
    return `${label} does not know the model "${fit(provider?.model ?? "", 80)}" (404): ${message}`;
  }
  if (status === 429) return `${label} takes no more requests for now (429): ${message}`;
  if (typeof status === "number") return `${label} answered with ${status}: ${message}`;
  if (isUnreachable(cause))
    return `Nothing answers at ${addressOf(cause, provider)}; is it running, and is there a network?`;
  return `${label}: ${message}`;
}

/** The AI SDK repeats requests, and wraps the last failure. */
function innermost(error: unknown): unknown {
  const last = field(error, "lastError");
  return last === undefined ? error : innermost(last);
}

function isUnreachable(error: unknown, depth = 0): boolean {
  const code = field(error, "code");
  if (
    typeof code === "string" &&
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR)/.test(code)
  )
    return true;
  const cause = field(error, "cause");
  return depth < 5 && cause !== undefined && isUnreachable(cause, depth + 1);
}

function addressOf(error: unknown, provider: Provider | undefined): string {
  const url = provider?.baseUrl ?? field(error, "url");
  return typeof url === "string" && URL.canParse(url)
    ? fit(new URL(url).origin, 100)
    : (provider?.label ?? "the address");
}

function keyVariable(provider: Provider | undefined): string {
  return provider?.kind === "anthropic" ? "ANTHROPIC_API_KEY" : "OPENAI_API_KEY";
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
