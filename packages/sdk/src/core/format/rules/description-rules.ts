import { codePointLength, exceedsCodePoints } from "../code-points.ts";
import { type FieldProblem, NO_PROBLEMS } from "./name-rules.ts";

export const MAX_DESCRIPTION_LENGTH = 1024;
/** Below this nobody, model or person, can tell when to use a skill. */
const SHORTEST_USEFUL = 24;

/** What the specification has against a description. @see https://agentskills.io/specification#description-field */
export function descriptionProblems(description: string): readonly FieldProblem[] {
  if (description.trim() === "") {
    return [
      { code: "description-empty", message: "The description is empty; say what the skill does and when to use it." },
    ];
  }
  if (!exceedsCodePoints(description, MAX_DESCRIPTION_LENGTH)) return NO_PROBLEMS;
  const length = codePointLength(description);
  const message = `The description has ${length} characters; ${MAX_DESCRIPTION_LENGTH} are allowed. Keep the triggers, move the rest into the body.`;
  return [{ code: "description-too-long", message }];
}

/** What vendors have against a description. */
export function vendorDescriptionProblems(description: string): readonly FieldProblem[] {
  if (!description.includes("<") && !description.includes(">")) return NO_PROBLEMS;
  return [
    { code: "vendor-angle-brackets", message: "The description contains `<` or `>`; Anthropic's upload refuses both." },
  ];
}

const ENGLISH = /\b(?:the|and|for|with|to|of|in|a|an|or|from)\b/i;
const SAYS_WHEN =
  /\b(?:when|whenever|while|before|after|during|if)\b|\buse(?:d|ful)? (?:this (?:skill )?|it |the \S+ )?(?:for|to|in|on|with|as|by)\b|\btrigger|\binvoke|\bactivat|\bfor (?:tasks|questions|requests|users|anyone|teams|people)\b|\bmentions?\b|\basks?\b/i;
const FIRST_PERSON =
  /^(?:I|We|My|Our)\b|\b(?:I|we) (?:can|will|help|am|are|do|provide|use)\b|\bI'(?:m|ll|ve)\b|\blet me\b/;
const SECOND_PERSON =
  /^(?:You|Your)\b|\byou (?:can|should|must|will|need to|may|are)\b|\b(?:helps?|lets?|allows?|enables?|guides?|gives?) you\b/i;
/** "First" counts where it starts a clause: a skill that is used first has no steps for it. */
const STEPS = /\bstep 1\b|(?:^|[.;:]\s+)first\b[^.]*\bthen\b|\bthen\b[^.]*\bfinally\b|(?:->|→)[^.]*(?:->|→)/i;

/** Whether a description is one that a model can choose the skill by. */
export function descriptionQualityProblems(description: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  // A description that is too long has its error; how it is worded comes later.
  if (description.trim() === "" || exceedsCodePoints(description, MAX_DESCRIPTION_LENGTH)) return problems;
  if (
    codePointLength(description) < SHORTEST_USEFUL &&
    ENGLISH.test(`${description} a`) &&
    isMostlyLatin(description)
  ) {
    problems.push({
      code: "description-too-short",
      message: "Say what the skill does and when to use it; a model sees nothing else when it chooses.",
    });
  }
  if (!ENGLISH.test(description) || !isMostlyLatin(description)) return problems;
  if (!SAYS_WHEN.test(description)) {
    problems.push({
      code: "description-no-trigger",
      message: 'Say when to use the skill, for example "Use when …", with the words a user would use.',
    });
  }
  const person = FIRST_PERSON.exec(description) ?? SECOND_PERSON.exec(description);
  if (person !== null) {
    problems.push({
      code: "description-person",
      message: `Describe the skill in the third person ("Extracts …"), not as in "${person[0]}".`,
    });
  }
  if (STEPS.test(description)) {
    problems.push({
      code: "description-steps",
      message: "Name what triggers the skill; the steps belong in the body, which is read after the choice.",
    });
  }
  return problems;
}

/** The wording rules know English only. */
function isMostlyLatin(text: string): boolean {
  const foreign = text.match(/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu)?.length ?? 0;
  return foreign * 4 < text.length;
}
