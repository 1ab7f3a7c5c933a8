import type { AskUserOption } from "../../../workflow/primitives/act-configs.ts";
import type { PrimitiveConfig, PromptPiece } from "../../../workflow/prompt/prompt-piece.ts";

/** Something that the user can be asked in a form. */
export interface UserQuestion {
  readonly kind: "yes-no" | "choice" | "choices" | "text";
  readonly header?: string;
  readonly question: string;
  readonly options: readonly AskUserOption[];
  /** Of a yes-no question. */
  readonly suggested?: boolean;
  readonly destructive?: boolean;
}

/** What a prompt asks, what it shows, and whether it also gives the agent something to do. */
export interface PromptQuestions {
  readonly questions: readonly UserQuestion[];
  readonly views: readonly string[];
  readonly hasWork: boolean;
}

/** The questions of a prompt; undefined if it has none, or asks in a way that no form can. */
export function questionsOf(pieces: readonly PromptPiece[]): PromptQuestions | undefined {
  const questions: UserQuestion[] = [];
  const views: string[] = [];
  let hasWork = false;
  for (const piece of pieces) {
    if (typeof piece !== "string" && "kind" in piece) {
      if (piece.kind === "view") views.push(piece.label === undefined ? piece.text : `${piece.label}\n${piece.text}`);
      else if (piece.kind === "system") hasWork = true;
      else {
        const asked = asQuestions(piece.primitive);
        if (!asked) return undefined;
        questions.push(...asked);
      }
    } else hasWork ||= (typeof piece === "string" ? piece : piece.content).trim() !== "";
  }
  return questions.length === 0 ? undefined : { questions, views, hasWork };
}

/** A primitive's questions; undefined for a primitive that is something else. An author may have put another in its place. */
function asQuestions(config: PrimitiveConfig): readonly UserQuestion[] | undefined {
  if (config.kind === "confirm") {
    const { message, destructive, defaultAnswer } = config;
    if (typeof message !== "string") return undefined;
    const suggested = defaultAnswer === "yes";
    return [{ kind: "yes-no", question: message, options: [], suggested, destructive: destructive === true }];
  }
  const asked = config.kind === "ask-user" ? [config] : config.kind === "survey" ? config["questions"] : undefined;
  if (!Array.isArray(asked)) return undefined;
  const questions = asked.map(asQuestion);
  return questions.every((question) => question !== undefined) ? questions : undefined;
}

function asQuestion(config: Readonly<Record<string, unknown>>): UserQuestion | undefined {
  const { question, header, multiSelect, options } = config;
  if (typeof question !== "string" || (options !== undefined && !Array.isArray(options))) return undefined;
  const kind = options === undefined ? "text" : multiSelect === true ? "choices" : "choice";
  return {
    kind,
    question,
    options: (options ?? []) as readonly AskUserOption[],
    ...(typeof header === "string" && { header }),
  };
}
