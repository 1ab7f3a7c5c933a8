import { visible } from "../text/visible.ts";

/** Text as data of a GitHub workflow command; also the log is shown in terminals. */
export function escapeWorkflowData(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((part) => visible(part).replaceAll("%", "%25"))
    .join("%0A");
}

/** Text as a property of a GitHub workflow command. */
export function escapeWorkflowProperty(text: string): string {
  return escapeWorkflowData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
