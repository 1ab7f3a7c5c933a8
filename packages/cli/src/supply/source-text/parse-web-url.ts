import { parsePin } from "./parse-pin.ts";
import type { NamedDraft, SourceDraft } from "./source-draft.ts";
import { lastPart, sourceName } from "./source-name.ts";
import { sourceTextError } from "./source-text-error.ts";

/** Where forges show a folder or a file of a repository: repository, ref, path. */
const views: readonly RegExp[] = [
  /^(?<repository>[^/]+\/[^/]+)\/(?:tree|blob)\/(?<ref>[^/]+)(?:\/(?<path>.+))?$/,
  /^(?<repository>[^/]+\/[^/]+)\/(?:commit|releases\/tag)\/(?<ref>[^/]+)$/,
  /^(?<repository>[^/]+(?:\/[^/]+)+)\/-\/(?:tree|blob|commit|tags)\/(?<ref>[^/]+)(?:\/(?<path>.+))?$/,
  /^(?<repository>[^/]+\/[^/]+)\/src\/(?:branch\/|tag\/|commit\/)?(?<ref>[^/]+)(?:\/(?<path>.+))?$/,
];
const forges = new Set(["github.com", "gitlab.com", "bitbucket.org", "codeberg.org"]);

/** An address of the web: a repository of a forge, a `.git`, else an archive, a SKILL.md or a site with an index. */
export function parseWebUrl(text: string): NamedDraft {
  const url = checkedUrl(text);
  const pin = fragment(url, text);
  const path = decoded(url.pathname, text).replaceAll(/^\/+|\/+$/g, "");
  if (/\.(?:tgz|tar\.gz|tar|zip|skill)$/i.test(path)) return wellKnown(url, text);
  const host = url.hostname.replace(/^www\./, "");
  if (/\.git$/i.test(path)) return gitOf(host, url, path, pin);
  if (!forges.has(host) && !path.includes("/-/")) return wellKnown(url, text);
  const groups = views.map((view) => view.exec(path)?.groups).find((found) => found !== undefined);
  const repository = groups?.["repository"] ?? path;
  const parts = repository.split("/");
  const isRepository = parts.length === 2 || (parts.length > 2 && (host === "gitlab.com" || path.includes("/-/")));
  if (!isRepository) throw sourceTextError(text, `${host} has repositories at owner/name`);
  const shown = groups === undefined ? {} : { ...parsePin(groups["ref"] ?? ""), ...below(groups["path"], text) };
  return gitOf(host, url, repository, Object.keys(pin).length > 0 ? { ...withoutPin(shown), ...pin } : shown);
}

/** Refuses what would put a secret into the project file. */
export function checkedUrl(text: string): URL {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw sourceTextError(text, "this is no address of the web");
  }
  if (url.hostname === "") throw sourceTextError(text, "it names no host");
  if (url.username !== "" || url.password !== "") {
    const hint = "tradecraft.json is for everybody to read; git's own credential helpers are asked instead";
    throw sourceTextError(text, `it holds a user or a password. ${hint}`);
  }
  return url;
}

/** A folder in a repository. A SKILL.md stands for its folder. */
export function below(path: string | undefined, text: string): Pick<SourceDraft, "path"> {
  if (path === undefined) return {};
  const plain = path.replaceAll(/^\/+|\/+$/g, "").replace(/(?:^|\/)skill\.md$/i, "");
  if (plain.split("/").some((part) => part === ".." || part === "." || (part === "" && plain !== "")))
    throw sourceTextError(text, `"${path}" is no folder of a repository`);
  return plain === "" ? {} : { path: plain };
}

function gitOf(host: string, url: URL, repository: string, more: Partial<SourceDraft>): NamedDraft {
  const plain = repository.replace(/\.git$/i, "");
  const isGithub = host === "github.com" && url.protocol === "https:" && /^[\w.-]+\/[\w.-]+$/.test(plain);
  const address = isGithub ? `github:${plain}` : `${url.origin}/${plain}.git`;
  return { name: sourceName(lastPart(more.path ?? plain)), source: { type: "git", url: address, ...more } };
}

function wellKnown(url: URL, text: string): NamedDraft {
  if (url.hash !== "")
    throw sourceTextError(text, "what has no versions takes no #ref; its content is pinned by the lock alone");
  const isFile = /\.[a-z]+$/i.test(url.pathname) && !/\/skill\.md$/i.test(url.pathname);
  const folder = url.pathname.replace(/\/skill\.md$/i, "");
  const isSkillFile = folder !== url.pathname;
  const name = isFile || isSkillFile ? lastPart(folder) || url.hostname : url.hostname;
  return { name: sourceName(name), source: { type: "well-known", url: url.href.replace(/(?<=\/\/[^/]+)\/$/, "") } };
}

function fragment(url: URL, text: string): Partial<SourceDraft> {
  return url.hash === "" ? {} : parsePin(decoded(url.hash.slice(1), text));
}

function withoutPin({ path }: Partial<SourceDraft>): Partial<SourceDraft> {
  return path === undefined ? {} : { path };
}

function decoded(text: string, whole: string): string {
  let plain: string;
  try {
    plain = decodeURIComponent(text);
  } catch {
    throw sourceTextError(whole, "its % escapes are broken");
  }
  if (/\p{Cc}/u.test(plain)) throw sourceTextError(whole, "it has control characters in it");
  return plain;
}
