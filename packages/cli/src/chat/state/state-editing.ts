import type { SkillState } from "@tradecraft/sdk";
import { readRefusal } from "./refusal.ts";

/** What editing a state needs of the chat. */
export interface StateEditing {
  readonly state: Pick<SkillState, "snapshot" | "restore">;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ask: (prompt: string) => Promise<string | undefined>;
  readonly print: (text: string) => void;
  /** A value as text for the terminal. */
  readonly show: (value: unknown) => string;
}

/** Takes a state over; returns whether it was, and says so. */
export async function takeOver(
  { state, print }: Pick<StateEditing, "state" | "print">,
  value: unknown,
  where: (path: readonly string[]) => string,
): Promise<boolean> {
  try {
    const { unknown } = await state.restore(value);
    print(
      unknown.length === 0 ? "The state is changed." : `The state is changed; no skill keeps: ${unknown.join(", ")}.`,
    );
    return true;
  } catch (error) {
    const refusal = readRefusal(error);
    if (refusal === undefined) throw error;
    print(`Refused${where(refusal.path)}: ${refusal.message}`);
    return false;
  }
}
