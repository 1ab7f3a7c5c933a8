/** A description that ends with the keywords that should bring the skill to mind. */
export function describeWithTriggers(description: string, triggers: readonly string[]): string {
  if (triggers.length === 0) return description;
  const keywords = `Trigger keywords: ${triggers.join(", ")}`;
  if (description === "") return keywords;
  return `${description}${description.endsWith(".") ? " " : ". "}${keywords}`;
}
