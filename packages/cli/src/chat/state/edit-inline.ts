import { assign, parseAssignment } from "./assign-line.ts";
import { type StateEditing, takeOver } from "./state-editing.ts";

const help = "Change it line by line: /path = value, - /path removes, an empty line applies, q leaves it as it was.";

/** Edits the state by lines such as `/score/total = 5`; a state that is refused stays there to be mended. */
export async function editInline(editing: StateEditing): Promise<void> {
  const { state, ask, print, show } = editing;
  let draft: unknown = state.snapshot();
  print(`${show(draft)}\n${help}`);
  for (;;) {
    const line = (await ask("edit › "))?.trim();
    if (line === undefined || line === "q") return print("The state is as it was.");
    if (line === "") {
      if (await takeOver(editing, draft, (path) => ` at /${path.join("/")}`)) return;
      print(help);
      continue;
    }
    const change = parseAssignment(line);
    const changed = typeof change === "string" ? change : assign(draft, change);
    if (typeof changed === "string") print(changed);
    else {
      draft = changed.state;
      print(show(draft));
    }
  }
}
