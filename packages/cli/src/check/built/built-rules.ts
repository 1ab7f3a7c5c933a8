/** What is checked of a folder that `tradecraft build` made, beside what is checked of every skill. */
export const BUILT_RULES = {
  "workflow-json": { severity: "error", summary: "The workflow.json of a built skill cannot be read as a graph." },
  "workflow-mismatch": { severity: "error", summary: "The parts of a built skill do not belong together." },
} as const;

/** The name of a rule about built folders. */
export type BuiltRule = keyof typeof BUILT_RULES;
