import type { CliIo, CliStream } from "../io.ts";

/** Gives a text a style. */
export type Paint = (text: string) => string;

/** Styles for terminal text; each is the identity when colours are off. */
export interface Colors {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly yellow: Paint;
  readonly green: Paint;
  readonly blue: Paint;
}

/** Colours for a stream, by `--no-color`, NO_COLOR, FORCE_COLOR, TERM and whether it is a terminal, in this order. */
export function createColors(io: Pick<CliIo, "env">, stream: CliStream, noColor: boolean): Colors {
  const on = colorsWanted(io.env, stream, noColor);
  const paint =
    (open: number, close: number): Paint =>
    (text) =>
      on ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    yellow: paint(33, 39),
    green: paint(32, 39),
    blue: paint(34, 39),
  };
}

function colorsWanted(env: CliIo["env"], stream: CliStream, noColor: boolean): boolean {
  if (noColor) return false;
  // https://no-color.org: any value but the empty one counts.
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}
