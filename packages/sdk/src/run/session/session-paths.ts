import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sessionFileStem } from "../../node/sessions/session-files.ts";
import { usageFault } from "../output/failure.ts";
import { isSessionId } from "../../workflow/session/assert-session-id.ts";

/** The files of a session beside its journal. */
export interface SessionPaths {
  /** What the agent reads, and appends its answers to. */
  readonly file: string;
  /** How far the file was read, and what it shows. */
  readonly marks: string;
  /** Held while a command works on the session. */
  readonly lock: string;
}

/** The folder of sessions; one for each user unless another is named. */
export function sessionFolder(named: string | undefined, cwd: string): string {
  if (named === "") throw usageFault("--session-dir needs a folder.");
  if (named !== undefined) return resolve(cwd, named);
  const user = process.getuid?.();
  return join(tmpdir(), user === undefined ? "tradecraft-sessions" : `tradecraft-sessions-${user}`);
}

/** The files of a session in a folder. Its id comes from an agent, and must not lead out of there. */
export function sessionPaths(folder: string, session: string): SessionPaths {
  if (!isSessionId(session)) {
    throw usageFault(`"${session.slice(0, 80)}" cannot be the id of a session.`, {
      hint: "It is the `sessionId` that `--session new` printed; `list` shows those there are.",
    });
  }
  const stem = join(folder, sessionFileStem(session));
  return { file: `${stem}.jsonl`, marks: `${stem}.marks`, lock: `${stem}.call` };
}
