import { constants } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Approval, ApprovalStore } from "../core/integrity/approval-store.ts";
import { coversApproval } from "../core/integrity/covers-approval.ts";
import { SkillError } from "../core/errors.ts";
import { describeFileError, fileErrorCode } from "./describe-file-error.ts";
import { parseApprovals, renderApproval, renderRevocation } from "./run/approval-lines.ts";
import { userStateFolder } from "./run/user-state-folder.ts";

const maxBytes = 16 * 1024 * 1024;

/**
 * Remembers approvals in a file, by default in the user's state folder. Each decision is a line added at the end in one
 * write, so writers do not disturb each other. A file that is malformed, or that others may write to, is refused with
 * `file-unreadable` and left as it is.
 */
export function fileApprovalStore(given?: string, env: NodeJS.ProcessEnv = process.env): ApprovalStore {
  const path = given ?? join(userStateFolder(env), "approvals.jsonl");
  const load = async (): Promise<readonly Approval[]> => {
    // A line that another process is writing may be there in part.
    for (let attempt = 1; ; attempt++) {
      const approvals = parseApprovals(await readOwn(path));
      if (approvals !== undefined) return approvals;
      if (attempt === 5) throw refused(path, "it has a line that is no approval; mend it or delete it");
      await wait(20);
    }
  };
  return {
    has: async (wanted) => (await load()).some((given) => coversApproval(given, wanted)),
    add: async (approval) => {
      if (!(await load()).some((given) => coversApproval(given, approval)))
        await append(path, renderApproval(approval));
    },
    revoke: async (skill) => {
      if ((await load()).some((given) => given.skill === skill)) await append(path, renderRevocation(skill));
    },
    list: load,
    skills: async () => new Set((await load()).map(({ skill }) => skill)),
  };
}

async function readOwn(path: string): Promise<string> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    await assertOwn(file, path);
    return await file.readFile("utf8");
  } catch (error) {
    if (fileErrorCode(error) === "ENOENT") return "";
    throw SkillError.is(error) ? error : refused(path, describeFileError(error), error);
  } finally {
    await file?.close();
  }
}

async function append(path: string, line: string): Promise<void> {
  let file: FileHandle | undefined;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
    file = await open(path, O_WRONLY | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0), 0o600);
    await assertOwn(file, path);
    const bytes = Buffer.from(line);
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten !== bytes.length) throw refused(path, "the disk is full");
    await file.sync();
  } catch (error) {
    throw SkillError.is(error) ? error : refused(path, describeFileError(error), error);
  } finally {
    await file?.close();
  }
}

/** Whoever can write to the file can approve, so it must be ours alone. */
async function assertOwn(file: FileHandle, path: string): Promise<void> {
  const stats = await file.stat();
  if (!stats.isFile()) throw refused(path, "it is not a regular file");
  if (stats.size > maxBytes) throw refused(path, `it is larger than ${maxBytes} bytes`);
  if (process.getuid === undefined) return;
  if (stats.uid !== process.getuid()) throw refused(path, "it belongs to somebody else");
  if ((stats.mode & 0o022) !== 0) throw refused(path, "others may write to it");
}

function refused(path: string, reason: string, cause?: unknown): SkillError {
  return new SkillError("file-unreadable", `The approvals in ${path} cannot be used: ${reason}.`, {
    facts: { path },
    cause,
  });
}
