import { createWorkflowServer, type WorkflowServerOptions } from "@tradecraft/sdk/workflow/mcp";
import { describe, expect, it } from "vitest";
import { questions } from "./fixture-skills.ts";
import { call, connect, type Era, type Form, type Reply, type User } from "./tool-client.ts";

const yes = (content: object): ReturnType<User> => ({ action: "accept", content });

describe.each(["2025-11-25", "2026-07-28"] as Era[])("questions to the user, in %s", (era) => {
  /** Runs to the first questions with a client that offers forms. */
  async function begin(user: User, options: WorkflowServerOptions = {}) {
    const forms: Form[] = [];
    const watched: User = (form) => {
      forms.push(form);
      return user(form);
    };
    const client = await connect(createWorkflowServer(questions, options), { era, user: watched });
    const { session } = await call(client, "start");
    const answer = (step: string, output: unknown): Promise<Reply> =>
      call(client, "advance", { session, step, output });
    return { forms, answer, session, reply: await answer("begin", { name: "Ada" }) };
  }

  it("are asked where they give the whole answer, up to a step with something to do", async () => {
    const answers = [{ color: "blue" }, { answer: true }];
    const { forms, reply } = await begin(() => yes(answers.shift() ?? {}));
    expect(forms).toHaveLength(2);
    expect(forms[0]).toMatchObject({ message: "Colours\nred and blue\n\nWhich colour?" });
    expect(forms[0]?.requestedSchema).toEqual({
      type: "object",
      properties: {
        color: {
          type: "string",
          title: "color",
          description: "Which colour?\nRed: Warm",
          oneOf: [
            { const: "red", title: "Red" },
            { const: "blue", title: "Blue" },
          ],
        },
      },
      required: ["color"],
    });
    expect(forms[1]).toMatchObject({ message: "This cannot be undone.\n\nSure?" });
    expect(reply).toMatchObject({
      status: "prompt",
      step: "check",
      prompt: expect.stringContaining("<confirm"),
      completed: { step: "begin", response: { name: "Ada" } },
      autoAdvanced: [
        { step: "color", response: { color: "blue" } },
        { step: "sure", response: true },
      ],
    });
  });

  it.each(["decline", "cancel"] as const)("that they %s are the agent's, with tags", async (action) => {
    const { forms, reply, answer } = await begin(() => ({ action }));
    expect(forms).toHaveLength(1);
    expect(reply).toMatchObject({
      step: "color",
      prompt: expect.stringContaining("<ask-user"),
      completed: { step: "begin" },
    });
    expect(reply.autoAdvanced).toBeUndefined();
    expect(await answer("color", { color: "red" })).toMatchObject({ step: "sure" });
  });

  it("whose form comes back with something else are the agent's", async () => {
    const { reply } = await begin(() => yes({ color: "green" }));
    expect(reply).toMatchObject({ status: "prompt", step: "color" });
  });

  it("are never asked where the server was told so, and always where it was told that", async () => {
    const never = await begin(() => yes({ color: "red" }), { elicitation: "never" });
    expect(never.forms).toHaveLength(0);
    const answers = [{ color: "blue" }, { answer: false }, { deploy: true }, { email: "ada@parcel.example" }];
    const always = await begin(() => yes(answers.shift() ?? {}), { elicitation: "always" });
    expect(always.reply).toMatchObject({ step: "why", completed: { step: "begin" } });
    expect(always.reply.autoAdvanced?.at(-1)).toMatchObject({ step: "address" });
  });

  it("with an answer that the schema refuses go to the agent, with the reason", async () => {
    const { answer } = await begin((form) => {
      if ("color" in form.requestedSchema.properties) return yes({ color: "red" });
      return yes("email" in form.requestedSchema.properties ? { email: "nonsense" } : { answer: true });
    });
    const reply = await answer("check", { deploy: true });
    expect(reply).toMatchObject({ status: "prompt", step: "address", completed: { step: "check" } });
    // The client itself may refuse to send it; then there is nothing to say about it.
    if (era === "2026-07-28") expect(reply.message).toContain("refused");
    // Its answer needs a reason that no question asks for.
    expect(await answer("address", { email: "a@b.example" })).toMatchObject({ status: "prompt", step: "why" });
  });
});

it("a client without forms gets tags", async () => {
  const client = await connect(createWorkflowServer(questions));
  const { session } = await call(client, "start");
  const reply = await call(client, "advance", { session, step: "begin", output: { name: "Ada" } });
  expect(reply).toMatchObject({ step: "color", prompt: expect.stringContaining('<option value="red"') });
});
