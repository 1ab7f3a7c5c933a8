import type { Skillset } from "../../core/skillset/skillset.ts";

/** What a UI message says about a skill that was loaded. */
export interface SkillLoadedData {
  readonly name: string;
}

/** For the data types of an own UI message: `UIMessage<unknown, SkillDataTypes>`. */
// A type and not an interface: only a type fits `UIDataTypes`, which has an index signature.
export type SkillDataTypes = { readonly skill_loaded: SkillLoadedData };

/** A part of a UI message stream that says that a skill was loaded. */
export interface SkillLoadedPart {
  type: "data-skill_loaded";
  data: SkillLoadedData;
  transient?: boolean;
}

/** The part of a `UIMessageStreamWriter` that is used. */
export interface SkillEventWriter {
  write(part: SkillLoadedPart): void;
}

export interface WriteSkillEventsOptions {
  /** Whether parts reach the client without becoming part of the message. Default false. */
  readonly transient?: boolean;
}

/** Writes a `data-skill_loaded` part into a UI message stream whenever a skill is loaded; call the result to stop. */
export function writeSkillEvents(
  skillset: Skillset,
  writer: SkillEventWriter,
  { transient = false }: WriteSkillEventsOptions = {},
): () => void {
  return skillset.on("skill-loaded", ({ id }) => {
    writer.write({ type: "data-skill_loaded", data: { name: id }, ...(transient && { transient }) });
  });
}
