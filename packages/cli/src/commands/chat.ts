import { SkillError } from "@tradecraft/sdk";
import { processRunner } from "@tradecraft/sdk/node";
import type { CommandRun } from "../args/command.ts";
import { nothingFound } from "../catalog/where-looked.ts";
import { approveScript } from "../chat/approve-script.ts";
import { chatLoop } from "../chat/chat-loop.ts";
import { type ChatOptions, readChatOptions } from "../chat/chat-options.ts";
import { type ChatModel, chooseChatModel, demoChatModel, noProvider } from "../chat/choose-chat-model.ts";
import { oneMessage } from "../chat/one-message.ts";
import { openChatSkills } from "../chat/open-chat-skills.ts";
import { describeModelError } from "../chat/provider/describe-model-error.ts";
import { startChat } from "../chat/start-chat.ts";
import { type ChatTerminal, createChatTerminal } from "../chat/terminal/chat-terminal.ts";
import type { TurnKeys } from "../chat/terminal/turn-keys.ts";
import { createJsonView } from "../chat/view/json-view.ts";
import { createPrettyView } from "../chat/view/pretty-view.ts";
import { wrapPlain } from "../chat/view/wrap-plain.ts";
import type { CliIo } from "../io.ts";
import { untilInterrupted } from "../run/until-interrupted.ts";
import { type Colors, createColors } from "../text/colors.ts";
import { plural } from "../text/plural.ts";
import { terminalWidth } from "../text/terminal-width.ts";
import { visible } from "../text/visible.ts";
import { UsageError } from "../usage-error.ts";

/** `tradecraft chat`: a chat over skills; 1 for a model that fails, 2 for wrong usage. */
export const runChat: CommandRun = async (args, io) => {
  const options = readChatOptions(args, io);
  try {
    return options.message === undefined
      ? await withPerson(options, io)
      : await withoutPerson(options, options.message, io);
  } catch (error) {
    if (!SkillError.is(error)) throw error;
    io.stderr.write(`tradecraft: ${error.code}: ${visible(error.message)}\n`);
    return 1;
  }
};

/** One message, one answer: for pipes and programs. */
async function withoutPerson(options: ChatOptions, message: string, io: CliIo): Promise<number> {
  const chosen = await chooseChatModel(options, io);
  if (chosen === undefined) throw new UsageError("option-value", `${noProvider.join(" ")} Or see: --demo`);
  const colors = createColors(io, io.stderr, options.noColor);
  const view = options.json
    ? createJsonView(io.stdout)
    : createPrettyView({ answer: io.stdout, notes: io.stderr, colors });
  const print = (text: string): void => view.notice(text);
  if (chosen.provider !== undefined) print(`model: ${chosen.label}`);
  const runner = processRunner();
  const { source } = await openChatSkills(
    {
      ...options,
      isDemo: chosen.provider === undefined,
      trust: async (places) => {
        print(
          `left out, since nobody can be asked: ${places.map(({ label }) => label).join(", ")}; name the folder to use it`,
        );
        return false;
      },
    },
    io,
  );
  const approve = approveScript({
    keys: () => undefined,
    sandbox: () => runner.sandboxState(),
    colors,
    print,
    write: print,
  });
  const session = await startChat({ ...options, ...chosen, source, runner, approve, view }, io);
  return oneMessage(session, message, { view, describe: (error) => describeModelError(error, chosen.provider) });
}

async function withPerson(options: ChatOptions, io: CliIo): Promise<number> {
  if (process.stdin.isTTY !== true || io.stdout.isTTY !== true)
    throw new UsageError("argument-missing", "There is no terminal to chat in; give one message with --message <text>");
  const colors = createColors(io, io.stdout, options.noColor);
  const print = (text: string): void => void io.stdout.write(`${wrapPlain(text, terminalWidth(io.stdout) - 1)}\n`);
  const terminal = createChatTerminal(process.stdin, process.stdout);
  const asked = await chooseChatModel(options, io);
  const chosen = asked ?? (await offerDemo(terminal, { print, io }));
  if (chosen === undefined) return 0;
  const { provider } = chosen;
  const view = createPrettyView({ answer: io.stdout, notes: io.stdout, colors });
  const runner = processRunner();
  const { source, places } = await openChatSkills(
    {
      ...options,
      isDemo: provider === undefined,
      trust: async (places) => {
        print(visible(`Skills come with this project: ${places.map(({ label }) => label).join(", ")}`));
        const answer = await terminal.ask({ prompt: "May the model read them? y/N › " });
        return /^y(es)?$/i.test(answer?.trim() ?? "");
      },
    },
    io,
  );
  let keys: TurnKeys | undefined;
  const approve = approveScript({
    keys: () => keys,
    sandbox: () => runner.sandboxState(),
    colors,
    print: (text) => view.lines(text.split("\n")),
    write: (text) => void io.stdout.write(text),
    hold: () => view.hold(),
  });
  const session = await startChat({ ...options, ...chosen, source, runner, approve, view }, io);
  for (const line of banner(chosen, session.skillset.entries.length, options, colors)) print(line);
  if (session.skillset.entries.length === 0) print(visible(nothingFound(places, "tradecraft chat <folder>")));
  await untilInterrupted((signal) =>
    chatLoop({
      session,
      terminal,
      view,
      signal,
      describe: (error) => describeModelError(error, provider),
      onTurn: (turn) => (keys = turn),
      slash: { colors, env: io.env, width: () => terminalWidth(io.stdout), print },
      prompt: colors.bold("you › "),
      first: asked === undefined ? "Roll three dice, and keep the score." : undefined,
    }),
  );
  return 0;
}

interface OfferContext {
  readonly print: (text: string) => void;
  readonly io: CliIo;
}

async function offerDemo(terminal: ChatTerminal, { print, io }: OfferContext): Promise<ChatModel | undefined> {
  for (const line of noProvider) print(line);
  const answer = await terminal.ask({
    prompt: "Press Enter for a demonstration, Ctrl+C to leave › ",
    leaveAtOnce: true,
  });
  return answer === undefined ? undefined : demoChatModel(io);
}

function banner({ label, provider }: ChatModel, skills: number, { subagents }: ChatOptions, colors: Colors): string[] {
  const mode = subagents ? "each in a sub-agent" : "without sub-agents";
  return [
    `${colors.bold("tradecraft chat")}  ${colors.dim(visible(`${label}; ${plural(skills, "skill")}, ${mode}`))}`,
    colors.dim(
      provider === undefined
        ? "Try: roll three dice. Escape cancels, /help shows more."
        : "Escape cancels, /help shows more.",
    ),
  ];
}
