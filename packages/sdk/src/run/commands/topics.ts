import { messageOf } from "../../core/message-of.ts";
import type { ReferenceLoader, TopicConfig } from "../../workflow/define/workflow-definition.ts";
import type { CommandIo } from "../command-io.ts";
import { writeText } from "../command-io.ts";
import { CommandFault, usageFault } from "../output/failure.ts";

type Topics = Readonly<Record<string, TopicConfig>>;

/** Prints the names of all topics and what they are about. */
export async function printTopics(topics: Topics, io: CommandIo): Promise<number> {
  const names = Object.entries(topics);
  if (names.length === 0) throw usageFault("This skill has no topics.");
  await writeText(io.stdout, names.map(([name, { label }]) => `${name}: ${label}\n`).join(""));
  return 0;
}

/** Prints the text of a topic. */
export async function printTopic(
  topics: Topics,
  name: string,
  { io, refs }: { readonly io: CommandIo; readonly refs: ReferenceLoader },
): Promise<number> {
  const topic = Object.hasOwn(topics, name) ? topics[name] : undefined;
  const known = Object.keys(topics).join(", ");
  if (!topic) throw usageFault(`There is no topic "${name.slice(0, 80)}".`, { hint: `Topics: ${known || "none"}.` });
  const text = await contentOf(topic, name, refs);
  await writeText(io.stdout, text.endsWith("\n") ? text : `${text}\n`);
  return 0;
}

async function contentOf({ content }: TopicConfig, name: string, refs: ReferenceLoader): Promise<string> {
  try {
    return typeof content === "string" ? content : await content({ refs });
  } catch (error) {
    const message = `The topic "${name}" cannot be told: ${messageOf(error)}`;
    throw new CommandFault({ kind: "error", error: "prompt", code: "prompt-failed", step: "", message, retry: false });
  }
}
