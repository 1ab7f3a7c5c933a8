/** What the script of the skill `dice` printed. */
export interface Rolled {
  readonly points: number;
  readonly note: string;
}

/** Finds the line of the script in a text; undefined if it is not there. */
export function readRolled(text: string): Rolled | undefined {
  const found = /rolled ([\d, ]+): (\d+) points/.exec(text);
  if (found === null) return undefined;
  const points = Number(found[2]);
  return { points, note: `${(found[1] ?? "").split(", ").join(" + ")} = ${points}` };
}

const numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** How many dice a message asks for; three if it does not say. */
export function diceWanted(asked: string): number {
  const digit = /\b([1-9])\b/.exec(asked)?.[1];
  if (digit !== undefined) return Number(digit);
  const word = numbers.findIndex((each) => new RegExp(`\\b${each}\\b`, "i").test(asked));
  return word < 0 ? 3 : word + 1;
}
