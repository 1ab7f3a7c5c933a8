import { SkillError } from "../../../core/errors.ts";
import { isLoopback } from "../http/is-loopback.ts";

/** The address of a site. Throws `project-invalid` for one that is not https, or has credentials in it, without quoting it. */
export function siteUrl(written: string): URL {
  if (!URL.canParse(written)) throw refused("it is not an absolute address");
  const url = new URL(written);
  if (url.username !== "" || url.password !== "") throw refused("it has a user or password in it");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url))) {
    throw refused("it must start with https:, because anybody on the way could change what comes over http:");
  }
  url.hash = "";
  return url;
}

function refused(reason: string): SkillError {
  return new SkillError("project-invalid", `The address of this well-known source cannot be used: ${reason}.`);
}
