/** Tools of hosts that ask the user with answers to choose from. */
export const questionTools: readonly string[] = [
  "AskUserQuestion",
  "request_user_input",
  "ToolRequestUserInput",
  "ask_followup_question",
  "ask-user",
  "question",
  "ask_user",
  "AskQuestion",
];
