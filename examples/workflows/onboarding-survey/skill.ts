import { act, prompt, render, skill, terminal, type, view } from "@tradecraft/sdk/workflow";
import { contact } from "./contact.ts";

const role = type("'backend' | 'frontend' | 'data' | 'design'");
const experience = type("'new' | 'some' | 'years'");
const interest = type("'reliability' | 'performance' | 'accessibility' | 'tooling'");

/** Where agents of this host look for a team's instructions. */
const instructionFiles: Readonly<Record<string, string>> = {
  "claude-code": "CLAUDE.md",
  "gemini-cli": "GEMINI.md",
};

export default skill({
  name: "onboarding-survey",
  description:
    "Asks a new colleague what they bring and what they need, and plans their first week from the answers. Use it when somebody joins the team.",
  triggers: ["onboarding", "new colleague", "first week"],
  entry: "survey",
  params: type({ team: "string >= 1", mentor: "string >= 1" }),
  stores: {
    profile: type({ role, experience, interests: interest.array(), hopes: "string", worries: "string" }),
    week: type({ wish: "string" }),
  },
  finalOutput: type({ written: "string", summary: "string" }),
})
  .step("survey", {
    prompt: ({ params, host }) => [
      prompt`
        Welcome the new colleague to ${params.team} in one sentence, and say that there are five short questions. Take the
        answers as they come: no advice yet.
        ${host.isSubagent ? "You cannot talk to them yourself: hand the questions to whoever started you." : ""}
      `,
      // Two of the questions are open: they have no options, and are answered in the colleague's own words.
      act.survey([
        {
          header: "Role",
          question: "What will you mostly work on?",
          options: [
            { value: "backend", label: "Backend" },
            { value: "frontend", label: "Frontend" },
            { value: "data", label: "Data" },
            { value: "design", label: "Design" },
          ],
        },
        {
          header: "Experience",
          question: "How well do you know our stack?",
          options: [
            { value: "new", label: "It is new to me" },
            { value: "some", label: "I have used some of it" },
            { value: "years", label: "I have worked with it for years" },
          ],
        },
        {
          header: "Interests",
          question: "What would you like to see more of?",
          multiSelect: true,
          options: [
            { value: "reliability", label: "Reliability" },
            { value: "performance", label: "Performance" },
            { value: "accessibility", label: "Accessibility" },
            { value: "tooling", label: "Tooling" },
          ],
        },
        { header: "Hopes", question: "What would make the first week a good one?" },
        { header: "Worries", question: "What should we know so that it does not become a bad one?" },
      ]),
    ],
    response: type({ role, experience, interests: interest.array(), hopes: "string", worries: "string" }),
    save: ({ response }) => ({ profile: response }),
    next: "introduce",
  })
  // The module's steps, with params made from ours. It brings the store `contact`.
  .register(contact, {
    params: ({ params }) => ({ team: params.team, purpose: `so that ${params.mentor} can plan the first week` }),
    next: "plan-week",
  })
  .step("plan-week", {
    prompt: ({ store, params }) => prompt`
      Plan the first week of ${store.contact.name} with one thing a day, small enough to be finished that day. They work
      on ${store.profile.role}; their hours are those of ${store.contact.timeZone}, and ${params.mentor} is their mentor.

      What they hope for: ${store.profile.hopes}
      What they worry about: ${store.profile.worries}

      ${pace(store.profile.experience)} On one day, let them work on something they asked for:
      ${store.profile.interests.join(", ") || "they named nothing, so ask them"}.
      ${store.week.wish ? `The last plan was nearly right. They wish for this: ${store.week.wish}` : ""}
    `,
    response: type({ days: type({ day: "string", task: "string", who: "string" }).array().exactlyLength(5) }),
    maxVisits: 3,
    onMaxVisits: "write-down",
    next: "agree",
  })
  .step("agree", {
    prompt: ({ store, attempts }) => [
      view("The first week", render.table(store.steps["plan-week"].days)),
      act.askUser({
        header: "Week",
        question: attempts === 0 ? "Does this look like a good week?" : "And now?",
        options: [
          { value: "yes", label: "Yes", description: "Write it down" },
          { value: "change", label: "Nearly", description: "Something should change" },
        ],
      }),
      prompt`If something should change, ask what, and answer with their wish in their own words.`,
    ],
    response: type({ answer: "'yes' | 'change'", wish: "string = ''" }),
    save: ({ response }) => ({ week: { wish: response.wish } }),
    next: ({ response }) => (response.answer === "yes" ? "write-down" : "plan-week"),
  })
  .step("write-down", {
    prompt: ({ host, store, params }) => [
      view("The first week", render.table(store.steps["plan-week"].days)),
      prompt`
        Put the plan into onboarding/${slug(store.contact.name)}.md, with a line about how they like to work. Then add one
        line to ${instructionFiles[host.name] ?? "AGENTS.md"}, so that agents explain more than usual to them this week.
        ${params.mentor} gets neither mail nor message from you: they will read the file.
      `,
    ],
    response: type({ written: "string", summary: "string" }),
    next: terminal,
  })
  .build();

function pace(level: typeof experience.infer): string {
  if (level === "new") return "The stack is new to them: two days of reading and pairing come first.";
  return level === "some"
    ? "They know some of it: pair on the first change."
    : "They know it well: a real change on day one.";
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-");
}
