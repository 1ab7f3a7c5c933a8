import type { ActSegment } from "../prompt/prompt-piece.ts";
import type {
  AskUserConfig,
  ChecklistConfig,
  ConfirmConfig,
  PlanConfig,
  SubagentConfig,
  SurveyConfig,
} from "./act-configs.ts";
import { actWith } from "./act-with.ts";
import { askUser } from "./ask-user.ts";
import { checklist } from "./checklist.ts";
import { confirm } from "./confirm.ts";
import { plan } from "./plan.ts";
import { subagent } from "./subagent.ts";
import { survey } from "./survey.ts";

/** What an agent can be asked to do with the tools of its host. */
export interface Actions {
  askUser(config: AskUserConfig): ActSegment;
  confirm(config: ConfirmConfig): ActSegment;
  plan(config: PlanConfig): ActSegment;
  checklist(config: ChecklistConfig): ActSegment;
  subagent(config: SubagentConfig): ActSegment;
  survey(questions: SurveyConfig): ActSegment;
}

/** What an agent can be asked to do with the tools of its host; a `TypeError` says what is wrong with what it was given. */
export const act: Actions = Object.freeze({
  askUser: (config) => actWith(askUser, config),
  confirm: (config) => actWith(confirm, config),
  plan: (config) => actWith(plan, config),
  checklist: (config) => actWith(checklist, config),
  subagent: (config) => actWith(subagent, config),
  survey: (questions) => actWith(survey, questions),
} satisfies Actions);
