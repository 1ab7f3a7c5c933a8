import { editInline } from "./edit-inline.ts";
import { editWithProgram } from "./edit-with-program.ts";
import type { StateEditing } from "./state-editing.ts";

/** Lets a person edit the state, in $VISUAL or $EDITOR, else line by line. */
export async function editState(editing: StateEditing): Promise<void> {
  if (Object.keys(editing.state.snapshot()).length === 0) {
    editing.print("No skill here keeps any state.");
    return;
  }
  const editor = editing.env["VISUAL"]?.trim() || editing.env["EDITOR"]?.trim();
  await (editor ? editWithProgram(editor, editing) : editInline(editing));
}
