import { describeSkillError } from "./describe-skill-error.ts";
import type { ChatSession } from "./chat-session.ts";
import type { ChatView } from "./chat-view.ts";
import { parseSlash, slashCommands } from "./slash/parse-slash.ts";
import { runSlash, type SlashContext } from "./slash/run-slash.ts";
import type { ChatTerminal } from "./terminal/chat-terminal.ts";
import { listenToTurn, type TurnKeys } from "./terminal/turn-keys.ts";

export interface ChatLoopOptions {
  readonly session: ChatSession;
  readonly terminal: ChatTerminal;
  readonly view: ChatView;
  readonly describe: (error: unknown) => string;
  /** Told the keys of the turn that runs, and undefined when it is over. */
  readonly onTurn: (keys: TurnKeys | undefined) => void;
  readonly slash: Omit<SlashContext, "session" | "ask">;
  readonly prompt: string;
  /** Sent first, as if somebody had typed it. */
  readonly first: string | undefined;
  readonly signal: AbortSignal;
}

/** Reads a line, does what it asks for, and again, until the person leaves. */
export async function chatLoop(options: ChatLoopOptions): Promise<void> {
  const { session, terminal, prompt, signal, slash } = options;
  const ids = session.skillset.entries.map(({ id }) => id);
  const words = [...Object.keys(slashCommands), ...ids].map((name) => `/${name}`);
  const complete = (line: string): string[] =>
    line.startsWith("/") ? words.filter((word) => word.startsWith(line)) : [];
  const ask = (question: string): Promise<string | undefined> => terminal.ask({ prompt: question, signal });

  if (options.first !== undefined) {
    slash.print(`${prompt}${options.first}`);
    await turn(options.first, options);
  }
  while (!signal.aborted) {
    const line = await terminal.ask({ prompt, complete, signal });
    if (line === undefined) return;
    if (line.trim() === "") continue;
    const parsed = parseSlash(line, ids);
    if (parsed === undefined) {
      await turn(line, options);
      continue;
    }
    try {
      const result = await runSlash(parsed, { ...slash, session, ask });
      if (result.next === "exit") return;
      if (result.next === "turn") await turn(result.text, options);
    } catch (error) {
      options.view.error(describeSkillError(error));
    }
  }
}

async function turn(
  text: string,
  { session, terminal, view, describe, onTurn, signal }: ChatLoopOptions,
): Promise<void> {
  const keys = listenToTurn(terminal, signal);
  onTurn(keys);
  try {
    const end = await session.send(text, keys.signal);
    if (end.kind === "failed") view.error(describe(end.error));
    view.end(end);
  } finally {
    onTurn(undefined);
    keys.stop();
  }
}
