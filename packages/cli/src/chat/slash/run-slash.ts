import type { Colors } from "../../text/colors.ts";
import { fit } from "../../text/fit.ts";
import { oneLine } from "../../text/one-line.ts";
import { padText } from "../../text/text-width.ts";
import { visible } from "../../text/visible.ts";
import { suggestion } from "../../args/closest.ts";
import type { ChatSession } from "../chat-session.ts";
import { editState } from "../state/edit-state.ts";
import { renderJson } from "../view/render-json.ts";
import { type Slash, slashCommands } from "./parse-slash.ts";

/** What slash commands need of the chat. */
export interface SlashContext {
  readonly session: ChatSession;
  readonly colors: Colors;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Columns of the terminal, as it is now. */
  readonly width: () => number;
  readonly ask: (prompt: string) => Promise<string | undefined>;
  readonly print: (text: string) => void;
}

/** What comes next: another line, the end, or a turn with this text. */
export type SlashResult =
  | { readonly next: "line" }
  | { readonly next: "exit" }
  | { readonly next: "turn"; readonly text: string };

const anotherLine: SlashResult = { next: "line" };

/** Does what a line with a slash asks for. */
export async function runSlash(slash: Slash, context: SlashContext): Promise<SlashResult> {
  const { session, colors, print } = context;
  const { state } = session.skillset;
  if (slash.kind === "unknown") {
    const near = slash.near === undefined ? "see /help" : `did you mean /${slash.near}?`;
    print(visible(`There is no command /${fit(slash.name, 60)}; ${near}`));
    return anotherLine;
  }
  if (slash.kind === "skill") return activate(slash.id, slash.rest, context);
  switch (slash.name) {
    case "exit":
      return { next: "exit" };
    case "state":
      print(renderJson(state.snapshot(), colors));
      break;
    case "edit":
      await editState({ ...context, state, show: (value) => renderJson(value, colors) });
      break;
    case "clear":
      session.clear();
      print("The conversation is forgotten; the state is as it was.");
      break;
    case "skills":
      for (const line of renderSkills(context)) print(line);
      break;
    case "load":
      return load(slash.rest, context);
    default:
      print(renderHelp(colors));
  }
  return anotherLine;
}

function load(named: string, context: SlashContext): Promise<SlashResult> | SlashResult {
  const ids = context.session.skillset.entries.map(({ id }) => id);
  const [id = "", ...rest] = named.split(/\s+/);
  if (ids.includes(id)) return activate(id, rest.join(" "), context);
  const hint = id === "" ? "say which: /load <skill>" : `there is no skill "${fit(id, 60)}"${suggestion(id, ids)}`;
  context.print(visible(`Nothing was loaded; ${hint}`));
  return anotherLine;
}

async function activate(id: string, rest: string, { session, print }: SlashContext): Promise<SlashResult> {
  const activation = await session.skillset.activate(`/${id} ${rest}`);
  if (activation === undefined) {
    print(visible(`The skill "${id}" is for the model alone.`));
    return anotherLine;
  }
  for (const { message } of activation.diagnostics) print(visible(message));
  session.prepend(activation.text);
  if (rest !== "") return { next: "turn", text: activation.args };
  print("It goes with your next message.");
  return anotherLine;
}

function renderSkills({ session, colors, width }: SlashContext): string[] {
  const { entries } = session.skillset;
  if (entries.length === 0) return ["There are no skills."];
  const loaded = new Set(session.skillset.loaded().map(({ id }) => id));
  const column = Math.min(30, Math.max(...entries.map(({ id }) => id.length)));
  return entries.map(({ id, description }) => {
    const mark = loaded.has(id) ? "●" : " ";
    const left = Math.max(10, width() - column - 5);
    return `${mark} ${colors.bold(padText(fit(id, column), column))}  ${colors.dim(fit(oneLine(description), left))}`;
  });
}

function renderHelp(colors: Colors): string {
  const rows = Object.entries(slashCommands).map(([name, what]) => `  /${name.padEnd(8)} ${colors.dim(what)}`);
  return [
    ...rows,
    `  /<skill>  ${colors.dim("what to do  load a skill, and ask")}`,
    `  ${colors.dim("Escape cancels an answer. Arrow up brings back what you wrote. Ctrl+D leaves.")}`,
  ].join("\n");
}
