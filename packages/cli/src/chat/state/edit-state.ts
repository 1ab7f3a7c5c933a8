import type { SkillState } from "@tradecraft/sdk";
import { editInline } from "./edit-inline.ts";
import { editWithProgram } from "./edit-with-program.ts";
import { readRefusal } from "./refusal.ts";

/** What editing a state needs of the chat. */
export interface StateEditing {
  readonly state: Pick<SkillState, "snapshot" | "restore">;
  readonly env: Readonly<Record<string, string | undefined>>;
  ask(prompt: string): Promise<string | undefined>;
  print(text: string): void;
  /** A value as text for the terminal. */
  show(value: unknown): string;
}

/** Lets a person edit the state, in $VISUAL or $EDITOR, else line by line. */
export async function editState(editing: StateEditing): Promise<void> {
  if (Object.keys(editing.state.snapshot()).length === 0) {
    editing.print("No skill here keeps any state.");
    return;
  }
  const editor = editing.env["VISUAL"]?.trim() || editing.env["EDITOR"]?.trim();
  await (editor ? editWithProgram(editor, editing) : editInline(editing));
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
