import type { Skillset, SkillsetEvents } from "@tradecraft/sdk";

/** Something that happened with skills, with its name as `type`. */
export type ChatEvent = {
  readonly [Name in keyof SkillsetEvents]: { readonly type: Name } & SkillsetEvents[Name];
}[keyof SkillsetEvents];

const names: { readonly [Name in keyof SkillsetEvents]: true } = {
  "skill-loaded": true,
  "file-read": true,
  "script-start": true,
  "script-end": true,
  "catalog-truncated": true,
  "tool-start": true,
  "tool-end": true,
  custom: true,
  "state-changed": true,
  "subagent-start": true,
  "subagent-end": true,
  "approval-requested": true,
  "signature-warning": true,
};

/** Calls back at every event of a skillset. */
export function followSkillset(skillset: Pick<Skillset, "on">, onEvent: (event: ChatEvent) => void): void {
  for (const name of Object.keys(names) as (keyof SkillsetEvents)[]) {
    skillset.on(name, (event) => onEvent({ type: name, ...event } as ChatEvent));
  }
}
