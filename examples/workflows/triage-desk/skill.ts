import { act, prompt, render, skill, terminal, type, view } from "@tradecraft/sdk/workflow";
import { incident } from "./incident.ts";
import { reproduce } from "./reproduce.ts";

const kind = type("'incident' | 'fault' | 'request' | 'question'");

const closed = type({ outcome: "'accepted' | 'declined' | 'not-reproduced'", reply: "string" });
const handedOver = type({ outcome: "'handed-over'", message: "string" });
const answered = type({ topic: "string", content: "string" });

export default skill({
  name: "triage-desk",
  description:
    "Receives a report from a user of our product and sees it through: outages go to the person on call, faults are reproduced, requests are weighed, questions answered. Use it for a new issue, mail or chat message from outside.",
  triggers: ["triage", "bug report", "support request"],
  entry: "sort",
  params: type({ report: "string >= 1", "version?": "string" }),
  // A run ends in one of three places: here, in the incident sub-skill, or with a topic.
  finalOutput: closed.or(handedOver).or(answered),
})
  .step("sort", {
    prompt: ({ params, refs }) => [
      view("Report", params.report),
      refs.load("sorting.md"),
      prompt`
        Decide what this report is. When it is two things at once, take the one that hurts the reporter more. Judge by what
        they describe, not by how loud they are.
      `,
    ],
    response: type({ kind, summary: "1 <= string <= 200", since: "string = 'unknown'" }),
    next: ({ response }) => {
      if (response.kind === "incident") return "subskill:incident";
      if (response.kind === "fault") return "subskill:reproduce";
      return response.kind === "question" ? "topic:where-to-ask" : "weigh";
    },
  })
  // Ends the run where it ends.
  .subskill("incident", incident, {
    params: (_, store) => ({ summary: store.steps.sort.summary, since: store.steps.sort.since }),
  })
  // Comes back: its final output is `store.steps.reproduce` from here on.
  .subskill("reproduce", reproduce, {
    params: (_, store) => ({ report: store.steps.sort.summary }),
    next: "assess",
  })
  .step("assess", {
    prompt: ({ store }) => [
      view("Reproduction", render.kv(store.steps.reproduce)),
      prompt`
        ${
          store.steps.reproduce.reproduced
            ? "The fault is real. Say how bad it is, by our levels of severity, and whether there is a way around it."
            : "Nobody has seen the fault but the reporter. Say which single piece of information would help most."
        }
      `,
    ],
    response: type({ severity: "'critical' | 'major' | 'minor' | 'unclear'", remark: "string" }),
    next: "reply",
  })
  .step("weigh", {
    prompt: ({ store }) => [
      prompt`
        The report asks for something new: ${store.steps.sort.summary}

        Look for requests that want the same, and for the need behind it. Put both before the user; the decision is theirs.
      `,
      act.askUser({
        header: "Request",
        question: "What do we do about it?",
        options: [
          { value: "accept", label: "Accept", description: "It goes on the list" },
          { value: "decline", label: "Decline", description: "It does not fit, and we say so" },
        ],
      }),
    ],
    response: type({ decision: "'accept' | 'decline'", reason: "string" }),
    next: "reply",
  })
  .step("reply", {
    prompt: ({ store, refs }) => [
      refs.load("tone.md"),
      prompt`
        Write the reply to the reporter.
        ${store.steps.weigh ? `We ${store.steps.weigh.decision} the request: ${store.steps.weigh.reason}` : ""}
        ${store.steps.assess ? `Severity ${store.steps.assess.severity}. ${store.steps.assess.remark}` : ""}
      `,
    ],
    response: closed,
    next: terminal,
  })
  .topic("severity", { label: "Levels of severity", content: ({ refs }) => refs.load("severity.md") })
  .topic("where-to-ask", { label: "Where questions are answered", content: ({ refs }) => refs.load("where-to-ask.md") })
  .build();
