import type { CliIo } from "../io.ts";
import { visible } from "../text/visible.ts";

/** Says something to the person who reads stderr. */
export type Note = (text: string) => void;

/** Notes as lines on stderr: stdout belongs to the protocol. */
export function noteTo({ stderr }: Pick<CliIo, "stderr">): Note {
  return (text) => void stderr.write(`tradecraft: ${visible(text)}\n`);
}
