import { jsonSchemaOf } from "../../../core/code/standard-schema.ts";
import type { SurveyQuestion } from "../../primitives/act-configs.ts";
import type { PrimitiveConfig } from "../../prompt/prompt-piece.ts";
import type { AssembledUnit } from "../assemble-samples.ts";
import { type LintCheck, quoteList } from "../lint-context.ts";
import { type LintDiagnostic, lintDiagnostic } from "../lint-diagnostic.ts";
import { nameUnit } from "../prompt-unit.ts";
import { type ResponseSlot, responseSlots } from "../response-slots.ts";
import { SAMPLE_TEXT } from "../sample-value.ts";

/** What is asked, against what the response takes. Lists to tick and sub-agents are not answered by the user. */
export const checkPrimitives: LintCheck = ({ units }) => units.flatMap((unit) => [...new UnitCheck(unit).run()]);

interface Choice {
  readonly question: string;
  readonly values: readonly string[];
  readonly multiSelect: boolean;
}

class UnitCheck {
  readonly #assembled: AssembledUnit;
  readonly #slots: readonly ResponseSlot[];
  readonly #found = new Map<string, LintDiagnostic>();
  /** Values that were offered, by the place that takes them. */
  readonly #offered = new Map<ResponseSlot, Set<string>>();

  constructor(assembled: AssembledUnit) {
    this.#assembled = assembled;
    const { response } = assembled.unit;
    this.#slots =
      response === undefined ? [] : responseSlots(jsonSchemaOf(response, "input") ?? jsonSchemaOf(response, "output"));
  }

  run(): Iterable<LintDiagnostic> {
    const acts = new Map(
      this.#assembled.prompts.flatMap(({ acts: own }) => own).map((act) => [JSON.stringify(act), act]),
    );
    if (this.#assembled.unit.response === undefined) this.#unanswered([...acts.values()]);
    else for (const act of acts.values()) this.#check(act);
    for (const [slot, offered] of this.#offered) {
      const missing = slot.values.filter((value) => !offered.has(value));
      if (missing.length > 0)
        this.#report(`never offers ${quoteList(missing)}, which ${nameSlot(slot)} takes`, "warning");
    }
    return this.#found.values();
  }

  #unanswered(acts: readonly PrimitiveConfig[]): void {
    const asking = acts.filter(({ kind }) => kind === "ask-user" || kind === "survey" || kind === "confirm");
    if (asking.length > 0) this.#report("asks the user, but the step has no `response` to hold the answer", "warning");
  }

  #check(act: PrimitiveConfig): void {
    if (act.kind === "ask-user" && Array.isArray(act["options"]))
      this.#choose(choiceOf(act as unknown as SurveyQuestion), this.#slots);
    else if (act.kind === "survey") this.#survey(act["questions"] as readonly SurveyQuestion[]);
    else if (act.kind === "confirm") this.#confirm();
    else if (act.kind === "plan" && !this.#slots.some(({ kind }) => kind !== "number"))
      this.#report("asks to approve a plan, but nothing in the response can say whether it was", "warning");
  }

  #confirm(): void {
    const says = (slot: ResponseSlot): boolean =>
      slot.kind === "flag" ||
      slot.kind === "open" ||
      ["yes", "no"].every((word) => slot.values.some((value) => value.toLowerCase() === word)) ||
      ["true", "false"].every((word) => slot.values.includes(word));
    if (this.#slots.some(says)) return;
    const near = this.#slots.some(({ kind }) => kind === "text" || kind === "choice");
    this.#report(
      'asks for a yes or no, but the response has no boolean and no "yes" and "no"',
      near ? "warning" : "error",
    );
  }

  #survey(questions: readonly SurveyQuestion[]): void {
    const free = new Set(this.#slots);
    const unlimited = this.#slots.some(({ kind, many }) => kind === "open" || many);
    if (!unlimited && questions.length > this.#slots.length) {
      this.#report(
        `asks ${questions.length} questions, but the response has ${this.#slots.length} places for answers`,
        "error",
      );
      return;
    }
    for (const question of questions.filter(({ options }) => options !== undefined)) {
      const taken = this.#choose(choiceOf(question), [...free]);
      if (taken !== undefined) free.delete(taken);
    }
  }

  /** Finds the place for an answer by the values it takes, and says what does not fit. */
  #choose({ question, values, multiSelect }: Choice, slots: readonly ResponseSlot[]): ResponseSlot | undefined {
    // Options that come from data are not known before a run.
    if (values.some((value) => value.includes(SAMPLE_TEXT))) return undefined;
    const common = (slot: ResponseSlot): number => values.filter((value) => slot.values.includes(value)).length;
    const [best] = slots.filter((slot) => common(slot) > 0).toSorted((a, b) => common(b) - common(a));
    if (best === undefined) {
      const takes = slots.find(
        ({ kind }) =>
          kind === "text" ||
          kind === "open" ||
          (kind === "flag" && values.length === 2) ||
          (kind === "number" && values.every((value) => value.trim() !== "" && !Number.isNaN(Number(value)))),
      );
      if (takes === undefined)
        this.#report(`offers ${quoteList(values)} for "${question}", which nothing in the response takes`, "error");
      return takes;
    }
    const extra = values.filter((value) => !best.values.includes(value));
    if (extra.length > 0)
      this.#report(`offers ${quoteList(extra)} for "${question}", which ${nameSlot(best)} does not take`, "error");
    else if (multiSelect && !best.many)
      this.#report(`lets the user choose several for "${question}", but ${nameSlot(best)} takes one`, "error");
    const offered = this.#offered.get(best) ?? new Set();
    this.#offered.set(best, new Set([...offered, ...values]));
    return best;
  }

  #report(what: string, severity: "error" | "warning"): void {
    const { unit } = this.#assembled;
    const message = `The prompt of ${nameUnit(unit)} ${what}.`;
    this.#found.set(message, lintDiagnostic("primitive-schema-mismatch", message, { severity, step: unit.step }));
  }
}

function choiceOf({ question, options = [], multiSelect = false }: SurveyQuestion): Choice {
  return { question, multiSelect, values: options.map(({ value }) => value) };
}

function nameSlot({ path }: ResponseSlot): string {
  return path === "" ? "the response" : `\`${path}\``;
}
