/**
 * A value as JSON has it, as it is now. What cannot be JSON (a cycle, a BigInt, a `toJSON` that throws) becomes a note in
 * its place: it comes from a skill, and must not end the run that it tells about.
 */
export function toJsonValue(value: unknown): unknown {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? null : (JSON.parse(text) as unknown);
  } catch (error) {
    return { error: `This value is no JSON: ${reasonOf(error)}` };
  }
}

function reasonOf(error: unknown): string {
  // V8 draws a cycle over several lines; the first says what it is.
  return error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : "it cannot be written";
}
