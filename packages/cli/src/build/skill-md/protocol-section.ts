/** How a run goes that is kept in a file. */
export function sessionSection(): string {
  return `## Working through it

1. **Start.** It prints \`{ "sessionId", "file", "line" }\`:

   \`\`\`sh
   RUN --params '{…}' --host HOST --tools A,B --session new
   \`\`\`

2. **Read** that line of the file. It is JSON: \`step\`, \`prompt\`, \`schema\`, and the first time \`preamble\`.
3. **Do** what the prompt says.
4. **Answer** with JSON that fits the schema. It prints the number of the line to read next:

   \`\`\`sh
   RUN advance --session ID --step STEP --output - <<'JSON'
   {…}
   JSON
   \`\`\`

5. **Repeat** from 2 until the line is \`"type": "done"\`. Tell the user the \`finalOutput\`.
6. **Clean up** with \`RUN cleanup --session ID\`.`;
}

/** How a run goes in which the agent tells everything again. */
export function statelessSection(): string {
  return `## Working through it

1. **Start.** It prints the first step: \`step\`, \`prompt\`, \`schema\` and \`preamble\`:

   \`\`\`sh
   RUN --params '{…}' --host HOST --tools A,B
   \`\`\`

2. **Do** what the prompt says.
3. **Answer** with JSON that fits the schema. Give the same \`--params\`, \`--host\` and \`--tools\` as at the start:

   \`\`\`sh
   RUN advance --step STEP --output '{…}' --history '[…]' --params '{…}' --host HOST --tools A,B
   \`\`\`

4. **Keep the history.** It is a list. Of each result, that of the start too, add \`completed\` if it is there, then the entries of
   \`autoAdvanced\` if there are any, as they are printed. A long list goes into a file: \`--history @FILE\`.
5. **Repeat** from 2 until \`"kind": "done"\`. Tell the user the \`finalOutput\`.`;
}
