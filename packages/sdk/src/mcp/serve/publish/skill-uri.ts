/** File name that makes a folder a skill. */
export const manifestPath = "SKILL.md";

/** Address of a skill's folder: `skill://` and its segments, each encoded. Undefined for text that no address can hold. */
export function rootUri(segments: readonly string[]): string | undefined {
  const uri = `skill://${segments.map(encodePart).join("/")}`;
  return canonicalUri(uri) === uri ? uri : undefined;
}

/** Address of a file in a skill's folder. Undefined for a path that no address can hold. */
export function fileUri(root: string, path: string): string | undefined {
  const uri = `${root}/${path.split("/").map(encodePart).join("/")}`;
  return canonicalUri(uri) === uri ? uri : undefined;
}

// Nothing here could be spelled in another way, and a URL takes ten times as long to make. No part begins with a dot: `..`
// is another folder.
const plainUri = /^skill:\/\/[a-z0-9-]+(?:\/[a-zA-Z0-9_-][a-zA-Z0-9_.-]*)*$/;

/** The one spelling of an address, without its fragment. Undefined for what is none, or has a query. */
export function canonicalUri(uri: string): string | undefined {
  if (plainUri.test(uri)) return uri;
  try {
    const url = new URL(uri);
    url.hash = "";
    return url.search === "" && !url.href.includes("?") ? url.href : undefined;
  } catch {
    return undefined;
  }
}

function encodePart(part: string): string {
  // Half of a surrogate pair has no encoding; what stands for it here is no address either.
  return /\p{Cs}/u.test(part) ? "\0" : encodeURIComponent(part);
}
