import { act, prompt, skill, terminal, type } from "@tradecraft/sdk/workflow";

/** Hands a report over to whoever is on call. */
export const incident = skill({
  name: "incident",
  description:
    "Turns a report into a message for whoever is on call. Use it when customers cannot work at this moment.",
  entry: "message",
  params: type({ summary: "string", since: "string" }),
  finalOutput: type({ outcome: "'handed-over'", message: "string" }),
})
  .step("message", {
    prompt: ({ params, refs }) => [
      refs.load("paging.md"),
      prompt`
        Write the message to the person on call. They read it on a phone, at night: what is broken, for whom, since when
        (${params.since}), and what was already ruled out. What you do not know, you say.

        The report: ${params.summary}
      `,
      act.confirm({ message: "Wake the person on call with this message?", defaultAnswer: "yes" }),
    ],
    response: type({ message: "1 <= string <= 600", send: "boolean" }),
    next: "hand-over",
  })
  .step("hand-over", {
    prompt: ({ store }) =>
      store.steps.message.send
        ? prompt`Send the message as it stands, and tell the reporter that somebody is looking at it right now.`
        : prompt`The user does not want to wake anybody. Leave the message in the incident channel instead.`,
    response: type({ outcome: "'handed-over'", message: "string" }),
    next: terminal,
  })
  .build();
