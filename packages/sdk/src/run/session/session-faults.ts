import { CommandFault } from "../output/failure.ts";
import type { SessionDesk } from "./session-desk.ts";

/** Somebody else was faster. */
export function conflict(step: string, message: string, hint: string): CommandFault {
  return new CommandFault({
    kind: "error",
    error: "conflict",
    code: "session-conflict",
    step,
    message,
    hint,
    retry: false,
  });
}

/** There is no such session. */
export function unknownSession({ session, folder }: Pick<SessionDesk, "session" | "folder">): CommandFault {
  return new CommandFault({
    kind: "error",
    error: "session",
    code: "session-unknown",
    step: "",
    message: `There is no session "${session}" in ${folder}.`,
    hint: "Give the --session-dir that it began with, or start a new one with --session new.",
    retry: false,
  });
}

/** The session belongs to another skill. */
export function otherSkill(skill: string, name: string): CommandFault {
  return new CommandFault({
    kind: "error",
    error: "session",
    code: "session-mismatch",
    step: "",
    message: `The session is one of "${skill}", and this is "${name}".`,
    hint: `Go on with it by the command of "${skill}", or start a new one here.`,
    retry: false,
  });
}
