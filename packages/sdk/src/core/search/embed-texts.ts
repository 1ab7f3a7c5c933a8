import { SkillError } from "../errors.ts";
import { waitFor } from "../source/wait-for.ts";

/** Turns texts into vectors, one for each, all of one dimension. */
export type Embed = (
  texts: string[],
  options: { readonly signal?: AbortSignal },
) => Promise<readonly ArrayLike<number>[]>;

/** Vectors of texts, checked and of length 1. `dimension` is what earlier ones had, if there were any. */
export async function embedTexts(
  embed: Embed,
  texts: string[],
  dimension: number | undefined,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const answer: unknown = await waitFor(embed(texts, signal === undefined ? {} : { signal }), signal);
  if (!Array.isArray(answer) || answer.length !== texts.length) {
    const given = Array.isArray(answer) ? `${answer.length}` : "no list";
    throw invalid(`embed() was given ${texts.length} texts and answered ${given}; it must answer one vector for each.`);
  }
  let expected = dimension;
  return answer.map((vector: unknown) => {
    const unit = unitVector(vector, expected);
    expected = unit.length;
    return unit;
  });
}

/** A copy of a vector, of length 1; all zeros stay zeros. A SkillError if it is none, or not of the dimension expected. */
export function unitVector(vector: unknown, dimension: number | undefined): Float32Array {
  if (!isArrayLike(vector)) throw invalid("A vector must be a list of numbers, with at least one.");
  if (dimension !== undefined && vector.length !== dimension) {
    throw invalid(
      `A vector has ${vector.length} numbers where others have ${dimension}; all must come from one model.`,
    );
  }
  const unit = new Float32Array(vector.length);
  let square = 0;
  for (let at = 0; at < unit.length; at++) {
    const value = vector[at];
    if (typeof value !== "number" || !Number.isFinite(value)) throw invalid(`A vector has ${String(value)} at ${at}.`);
    unit[at] = value;
    square += value * value;
  }
  const length = Math.sqrt(square);
  if (!Number.isFinite(length)) throw invalid("A vector has numbers too large to compare.");
  if (length > 0) for (let at = 0; at < unit.length; at++) unit[at] = (vector[at] as number) / length;
  return unit;
}

function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return typeof value === "object" && value !== null && "length" in value && Number(value.length) > 0;
}

function invalid(message: string): SkillError {
  return new SkillError("embedding-invalid", message);
}
