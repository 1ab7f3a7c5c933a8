import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type StateEditing, takeOver } from "./state-editing.ts";
import { parseState, StateSyntaxError } from "./parse-state.ts";

/** Edits the state as a file in the person's editor; a text that is refused stays there to be mended. */
export async function editWithProgram(editor: string, editing: StateEditing): Promise<void> {
  const { state, ask, print } = editing;
  const folder = await mkdtemp(join(tmpdir(), "tradecraft-state-"));
  try {
    const file = join(folder, "state.json");
    const before = `${JSON.stringify(state.snapshot(), null, 2)}\n`;
    await writeFile(file, before, { mode: 0o600 });
    for (;;) {
      const problem = await start(editor, file);
      if (problem !== undefined) return print(`The editor "${editor}" could not be used: ${problem}`);
      const text = await readFile(file, "utf8");
      if (text === before) return print("The state is as it was.");
      if (await apply(text, editing)) return;
      if ((await ask("Enter opens your text again, q leaves the state as it was › "))?.trim() !== "") return;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function apply(text: string, editing: StateEditing): Promise<boolean> {
  try {
    const { value, lineOf } = parseState(text);
    return await takeOver(editing, value, (path) => ` at /${path.join("/")}, line ${lineOf(path)}`);
  } catch (error) {
    if (!(error instanceof StateSyntaxError)) throw error;
    editing.print(`Refused at line ${error.line}: ${error.message}`);
    return false;
  }
}

function start(editor: string, file: string): Promise<string | undefined> {
  const [program = "", ...args] = editor.split(/\s+/);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, file], { stdio: "inherit", shell: process.platform === "win32" });
    child.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    child.once("close", (code) => resolve(code === 0 ? undefined : `it ended with ${code}`));
  });
}
