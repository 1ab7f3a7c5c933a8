/** Things to do, one a line, with a mark for those that are done. */
export function checklistText(items: readonly { readonly text: string; readonly done: boolean }[]): string {
  return items.map(({ text, done }) => `${done ? "✅" : "⬜"} ${text.replaceAll(/\r\n|\n/g, "\n  ")}`).join("\n");
}
