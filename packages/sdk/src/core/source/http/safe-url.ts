import { refusedPath } from "../normalize-resource-path.ts";

/** An address for people: without user, password, query and fragment, which may hold secrets. */
export function showUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/** The folder that a base address means. Throws a `TypeError` for what cannot be one, without quoting it. */
export function parseBaseUrl(base: string | URL): URL {
  const text = String(base);
  if (!URL.canParse(text)) throw new TypeError("The base URL is not an absolute URL.");
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new TypeError("The base URL must start with https: or http:.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new TypeError("The base URL has a user or password in it; use the option `headers` instead.");
  }
  url.hash = "";
  url.pathname = url.pathname.replace(/\/index\.json$/, "/");
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return url;
}

/** The folder that a file lies in; the query goes with it. */
export function folderOf(url: URL): URL {
  const folder = new URL(url.href);
  folder.pathname = folder.pathname.slice(0, folder.pathname.lastIndexOf("/") + 1);
  return folder;
}

/** The address of parts below a folder, each part encoded whole. Throws `path-refused` if it would lie elsewhere. */
export function urlBelow(folder: URL, parts: readonly string[]): URL {
  const url = new URL(folder.href);
  url.pathname = folder.pathname + parts.map((part) => encodeURIComponent(part)).join("/");
  // The parts were checked before; this looks at what the URL parser made of them.
  const depth = (path: string): number => path.split("/").length;
  if (!isBelow(url, folder) || depth(url.pathname) !== depth(folder.pathname) + parts.length - 1) {
    throw refusedPath(parts.join("/"), "it leaves the skill");
  }
  return url;
}

/** True when an address lies in a folder. */
export function isBelow(url: URL, folder: URL): boolean {
  return (
    url.origin === folder.origin &&
    url.pathname.startsWith(folder.pathname) &&
    url.pathname.length > folder.pathname.length
  );
}

/** Where requests may go: into a folder with the caller's headers, and to some origins without. */
export interface Reach {
  readonly scope: URL;
  readonly allowedOrigins: ReadonlySet<string>;
}

/** True for an address in the folder itself, where the caller's headers may go. */
export function isInScope(url: URL, { scope }: Pick<Reach, "scope">): boolean {
  return isBelow(url, scope) && !hidesPath(url, scope);
}

/** True for an address that may be asked at all. */
export function isInReach(url: URL, reach: Reach): boolean {
  return isInScope(url, reach) || reach.allowedOrigins.has(url.origin);
}

/**
 * True when a path has separators or dots in disguise: some servers decode, even twice, or drop what follows a semicolon
 * before they look for them. What a folder's own address has is no disguise.
 */
export function hidesPath(url: URL, folder: URL): boolean {
  const path = isBelow(url, folder) ? url.pathname.slice(folder.pathname.length) : url.pathname;
  return /%(?:25)*(?:2e|2f|5c|00)|(?:^|\/)\.{1,2};/i.test(path);
}
