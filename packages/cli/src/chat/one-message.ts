import { Interrupted, untilInterrupted } from "../run/until-interrupted.ts";
import type { ChatSession } from "./chat-session.ts";
import type { ChatView } from "./chat-view.ts";

/** One turn, without a prompt; 1 if it failed, 130 if somebody interrupted it. */
export async function oneMessage(
  session: ChatSession,
  message: string,
  { view, describe }: { readonly view: ChatView; readonly describe: (error: unknown) => string },
): Promise<number> {
  const activation = message.startsWith("/") ? await session.skillset.activate(message) : undefined;
  if (activation !== undefined) session.prepend(activation.text);
  const end = await untilInterrupted((signal) => session.send(activation?.args ?? message, signal)).catch(
    (error: unknown) => {
      if (error instanceof Interrupted) return { kind: "cancelled" as const };
      throw error;
    },
  );
  if (end.kind === "failed") view.error(describe(end.error));
  view.end(end);
  return end.kind === "done" ? 0 : end.kind === "failed" ? 1 : 130;
}
