import { act, module, prompt, render, type, view } from "@tradecraft/sdk/workflow";

/** Asks somebody who they are, and whether it was written down correctly. Any skill can register it. */
export const contact = module({
  name: "contact",
  entry: "introduce",
  params: type({ team: "string", purpose: "string" }),
  stores: { contact: type({ name: "string", email: "string.email", timeZone: "string" }) },
})
  .step("introduce", {
    prompt: ({ params, store }) => [
      prompt`
        Ask who they are. Say why we ask: ${params.purpose}. Nothing of it leaves ${params.team}.
        ${store.contact.name === undefined ? "" : `They go by ${store.contact.name}; something of the rest was wrong.`}
      `,
      act.survey([
        { header: "Name", question: "What shall we call you?" },
        { header: "Email", question: "At which address do you read mail?" },
        { header: "Time zone", question: "In which time zone do you work, most of the week?" },
      ]),
    ],
    response: type({ name: "string >= 1", email: "string.email", timeZone: "string >= 1" }),
    save: ({ response }) => ({ contact: response }),
    maxVisits: 3,
    onMaxVisits: "__parent__",
    next: "read-back",
  })
  .step("read-back", {
    prompt: ({ store }) => [
      view(render.kv(store.contact)),
      act.confirm({ message: "Is that right?", defaultAnswer: "yes" }),
    ],
    response: type({ right: "boolean" }),
    next: ({ response }) => (response.right ? "__parent__" : "introduce"),
  })
  .build();
