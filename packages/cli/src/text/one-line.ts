/** A text of several lines as one; everything else stays for `visible` to show. */
export function oneLine(text: string): string {
  return text.replace(/[\t\n\r ]+/g, " ").trim();
}
