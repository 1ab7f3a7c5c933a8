import {
  type ApproveScript,
  createSkillRegistry,
  createSkillset,
  type SkillSource,
  type SourceDiagnostic,
} from "@tradecraft/sdk";
import { aiSubagents } from "@tradecraft/sdk/ai-sdk";
import { fileApprovalStore, type ProcessRunner } from "@tradecraft/sdk/node";
import type { LanguageModel } from "ai";
import type { CliIo } from "../io.ts";
import { oneLine } from "../text/one-line.ts";
import { plural } from "../text/plural.ts";
import { followSkillset } from "./chat-event.ts";
import type { ChatOptions } from "./chat-options.ts";
import { type ChatSession, createChatSession } from "./chat-session.ts";
import type { ChatView } from "./chat-view.ts";
import { assertSkills } from "./open-chat-skills.ts";
import { chooseProvider, type Provider } from "./provider/choose-provider.ts";
import { loadModel } from "./provider/load-model.ts";
import { loadInitialState } from "./state/load-initial-state.ts";

export interface StartChatOptions extends Pick<ChatOptions, "skills" | "subagents" | "initialState"> {
  readonly source: SkillSource;
  /** Undefined for the demonstration. */
  readonly provider: Provider | undefined;
  readonly model: LanguageModel;
  readonly runner: ProcessRunner;
  readonly approve: ApproveScript;
  readonly view: ChatView;
}

/** One skillset and one conversation, for the whole chat. */
export async function startChat(options: StartChatOptions, io: Pick<CliIo, "cwd" | "env">): Promise<ChatSession> {
  const { source, provider, model, view, skills } = options;
  // Skills and variables may name models of their own; the demonstration plays all of them.
  const resolveModel = async (name: string): Promise<LanguageModel> => {
    const other = provider === undefined ? undefined : chooseProvider(io.env, name);
    return other === undefined ? model : loadModel(other);
  };
  const env = provider === undefined ? {} : io.env;
  const registry = createSkillRegistry(source);
  assertSkills(
    skills,
    (await registry.catalog()).map(({ id }) => id),
  );
  const skillset = await createSkillset(registry, {
    ...(options.subagents
      ? { mode: "subagent", subagents: aiSubagents({ model, env, resolveModel }) }
      : { mode: "direct" }),
    ...(skills.length === 0 ? {} : { allow: skills }),
    scripts: options.runner,
    approve: options.approve,
    approvals: fileApprovalStore(undefined, { ...io.env }),
  });
  if (options.initialState !== undefined) await loadInitialState(skillset, options.initialState, io.cwd);
  reportProblems([...(await registry.diagnostics()), ...skillset.diagnostics], view);
  followSkillset(skillset, (event) => view.event(event));
  return createChatSession({ model, skillset, view, resolveModel });
}

const mostProblems = 5;

/** What was left out is said, not passed over. */
function reportProblems(all: readonly SourceDiagnostic[], view: ChatView): void {
  const serious = all.filter(({ severity }) => severity === "error");
  for (const { message, path } of serious.slice(0, mostProblems)) {
    view.notice(`! ${oneLine(message)}${path === undefined ? "" : ` ${path}`}`);
  }
  const more = serious.length - mostProblems;
  if (more > 0) view.notice(`! … and ${plural(more, "more problem")}; see: tradecraft list`);
}
