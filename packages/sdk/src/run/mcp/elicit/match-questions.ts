import type { AnswerSlot } from "./answer-slot.ts";
import type { UserQuestion } from "./user-question.ts";

/** A question and the place that its answer goes to. */
export interface MatchedQuestion {
  readonly question: UserQuestion;
  readonly slot: AnswerSlot;
}

/**
 * Finds a place for each question. By its heading, or because there is only one place that it could mean; never by order,
 * since a wrong guess would put one answer where another belongs. Undefined unless every question has a place and every
 * required place has a question.
 */
export function matchQuestions(
  questions: readonly UserQuestion[],
  slots: readonly AnswerSlot[],
): readonly MatchedQuestion[] | undefined {
  const found = new Map<UserQuestion, AnswerSlot>();
  const taken = new Set<AnswerSlot>();
  const candidates = (question: UserQuestion): AnswerSlot[] =>
    best(slots.filter((slot) => !taken.has(slot)).map((slot) => ({ slot, fit: fitOf(question, slot) })));
  const take = (question: UserQuestion, slot: AnswerSlot): void => {
    found.set(question, slot);
    taken.add(slot);
  };
  const open = (): UserQuestion[] => questions.filter((question) => !found.has(question));

  for (const question of questions) {
    const named = candidates(question).filter(({ name }) => name !== undefined && isNamed(question, name));
    if (named.length === 1 && named[0]) take(question, named[0]);
  }
  for (let progress = true; progress;) {
    progress = false;
    for (const question of open()) {
      const [slot, ...others] = candidates(question);
      if (!slot || others.length > 0) continue;
      if (open().some((other) => other !== question && candidates(other).includes(slot))) return undefined;
      take(question, slot);
      progress = true;
    }
  }
  const isCovered = slots.every((slot) => !slot.isRequired || taken.has(slot));
  if (found.size < questions.length || !isCovered) return undefined;
  return questions.flatMap((question) => {
    const slot = found.get(question);
    return slot ? [{ question, slot }] : [];
  });
}

/** How well an answer to a question fits a place; 0 if it does not. */
function fitOf({ kind, options }: UserQuestion, slot: AnswerSlot): number {
  const values = options.map(({ value }) => value);
  const isWithin = values.every((value) => slot.values.includes(value));
  switch (kind) {
    case "yes-no":
      if (slot.kind === "boolean") return 2;
      return slot.kind === "enum" && ["yes", "no"].every((value) => slot.values.includes(value)) ? 1 : 0;
    case "choice":
      if (slot.kind === "enum") return isWithin ? (values.length === slot.values.length ? 3 : 2) : 0;
      if (slot.kind === "boolean") return booleanOf(values) ? 2 : 0;
      return slot.kind === "text" ? 1 : 0;
    case "choices":
      if (slot.kind === "enums") return isWithin ? 2 : 0;
      return slot.kind === "texts" ? 1 : 0;
    case "text":
      return slot.kind === "text" || slot.kind === "number" ? 1 : 0;
  }
}

/** Whether two options are the words for yes and no. */
function booleanOf(values: readonly string[]): boolean {
  const words = values.toSorted().join();
  return words === "no,yes" || words === "false,true";
}

function best(rated: readonly { readonly slot: AnswerSlot; readonly fit: number }[]): AnswerSlot[] {
  const most = Math.max(0, ...rated.map(({ fit }) => fit));
  return most === 0 ? [] : rated.filter(({ fit }) => fit === most).map(({ slot }) => slot);
}

function isNamed({ header = "" }: UserQuestion, name: string): boolean {
  return plain(header) === plain(name);
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
