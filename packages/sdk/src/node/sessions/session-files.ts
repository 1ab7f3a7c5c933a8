import { join } from "node:path";

/** The files of one session. */
export interface SessionFiles {
  readonly journal: string;
  readonly snapshot: string;
  readonly lock: string;
}

const journalEnd = ".journal";
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * The name that a session's files have before their endings: its id, unless some system would take it for another
 * session's or for a device. Capitals are then told by the bits of a hexadecimal number, since case may not count there.
 */
export function sessionFileStem(session: string): string {
  const lower = session.toLowerCase();
  if (lower === session && !device.test(lower)) return session;
  const bits = [...session].map((char, at) => (char === lower[at] ? 0n : 1n << BigInt(at)));
  return `${lower}~${bits.reduce((all, bit) => all | bit, 0n).toString(16)}`;
}

/** The session whose journal has this file name; undefined for other files. */
export function sessionOfJournal(fileName: string): string | undefined {
  if (!fileName.endsWith(journalEnd)) return undefined;
  const stem = fileName.slice(0, -journalEnd.length);
  const match = /^([a-z0-9][a-z0-9_-]{0,127})(?:~([0-9a-f]{1,32}))?$/.exec(stem);
  if (match?.[1] === undefined) return undefined;
  const bits = BigInt(`0x${match[2] ?? "0"}`);
  const session = [...match[1]].map((char, at) => (bits & (1n << BigInt(at)) ? char.toUpperCase() : char)).join("");
  return sessionFileStem(session) === stem ? session : undefined;
}

/** Where the files of a session are. */
export function sessionFiles(folder: string, session: string): SessionFiles {
  const stem = join(folder, sessionFileStem(session));
  return { journal: `${stem}${journalEnd}`, snapshot: `${stem}.snapshot`, lock: `${stem}.lock` };
}
