import type { SourceDiagnostic } from "../source/skill-source.ts";
import { loadSkill } from "./load-skill.ts";
import type { SkillsetSession } from "./skillset-session.ts";
import { substituteArguments } from "./substitute-arguments.ts";

/** A skill that a person asked for by name. */
export interface SkillActivation {
  readonly id: string;
  readonly args: string;
  /** The instructions, to be put before the person's message. */
  readonly text: string;
  readonly diagnostics: readonly SourceDiagnostic[];
}

const commandExpansion = /!`[^`\n]+`/;

/** Takes `/name what to do`; undefined if the text is no such thing, or names no skill that a person may use. */
export async function activateSkill(
  session: SkillsetSession,
  message: string,
  signal: AbortSignal | undefined,
): Promise<SkillActivation | undefined> {
  const { id, args } = readCall(message);
  const entry = session.allowed.get(id);
  if (entry === undefined || entry.userInvocable === false) return undefined;
  const diagnostics: SourceDiagnostic[] = [];
  const { text } = await loadSkill(session, id, {
    by: "user",
    signal,
    edit: (body, directory) => {
      if (commandExpansion.test(body)) diagnostics.push(notRun(id));
      return substituteArguments(body, { args, directory });
    },
  });
  return { id, args, text, diagnostics };
}

function notRun(id: string): SourceDiagnostic {
  const message = `The skill "${id}" asks for a command to be run while it is loaded; that is never done, and the model sees the command as text.`;
  return { code: "command-expansion", severity: "warning", message, source: "skillset", id };
}

/** `/name the rest`, also with `$` or `@`; an empty id for any other text. */
function readCall(message: string): { id: string; args: string } {
  const text = message.trim();
  if (!/^[/$@]/.test(text)) return { id: "", args: "" };
  const end = text.search(/\s/);
  return end < 0 ? { id: text.slice(1), args: "" } : { id: text.slice(1, end), args: text.slice(end).trim() };
}
