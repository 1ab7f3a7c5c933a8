import { parseNpmText } from "./source-text/parse-npm-text.ts";
import { parsePin } from "./source-text/parse-pin.ts";
import { below, checkedUrl, parseWebUrl } from "./source-text/parse-web-url.ts";
import type { NamedDraft, SourceDraft } from "./source-text/source-draft.ts";
import { lastPart, sourceName } from "./source-text/source-name.ts";
import { sourceTextError } from "./source-text/source-text-error.ts";

export interface ParseSourceTextOptions {
  /** An address of the web is that of an MCP server. */
  readonly mcp?: boolean;
}

const forms =
  "write owner/repo, a git address, npm:package, ./folder, https://site, mcp+https://server or marketplace:owner/repo";
const repositoryName = /^([A-Za-z0-9][\w.-]*)\/([\w.-]+?)(?:\.git)?(?:\/(.+))?$/;

/** Reads a source as people write it, and gives it a name. Throws a `UsageError` that says what could be meant. */
export function parseSourceText(text: string, { mcp = false }: ParseSourceTextOptions = {}): NamedDraft {
  const problem = textProblem(text);
  if (problem !== undefined) throw sourceTextError(text, problem);
  if (/^(?:\.{1,2}(?:[/\\]|$)|\/|\\\\|[A-Za-z]:[/\\])/.test(text)) return folderSource(text);
  const [, scheme, rest = ""] = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/.exec(text) ?? [];
  if (scheme !== undefined) return parseScheme(scheme.toLowerCase(), rest, text, mcp);
  if (mcp) throw sourceTextError(text, "an MCP server is given by its address, https://…");
  if (/^[\w.-]+@[\w.-]+:./.test(text)) return gitAddress(text, text);
  return parseRepository(text, text, "git");
}

function textProblem(text: string): string | undefined {
  if (text.trim() === "") return `it is empty; ${forms}`;
  if (text.length > 2000) return "it is too long";
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)) return "it has control or invisible characters in it";
  if (text !== text.trim()) return "it has spaces around it";
  if (text.startsWith("-")) return "it begins like an option";
  return text.startsWith("~") ? "a folder at home is written out, /home/…" : undefined;
}

function parseScheme(scheme: string, rest: string, text: string, mcp: boolean): NamedDraft {
  if (scheme === "https" || scheme === "http") return mcp ? mcpServer(text, text) : parseWebUrl(text);
  if (scheme === "mcp+https" || scheme === "mcp+http") return mcpServer(text.slice("mcp+".length), text);
  if (mcp) throw sourceTextError(text, "an MCP server is given by its address, https://…");
  if (scheme === "npm") return parseNpmText(rest, text);
  if (scheme === "github") return parseRepository(rest, text, "git");
  if (scheme === "marketplace" || scheme === "claude-marketplace") return marketplace(rest, text);
  if (scheme === "git+https" || scheme === "git+http") return asGit(text.slice("git+".length), text);
  if (/^(?:ssh|git|git\+ssh|git\+file|file)$/.test(scheme) && rest.startsWith("//"))
    return gitAddress(text.replace(/^git\+(?=file)/i, ""), text);
  if (scheme === "file" && rest !== "") return folderSource(rest);
  const hint = rest.startsWith(":")
    ? "helpers of git that run commands are not used"
    : `nothing is called "${scheme}:"`;
  throw sourceTextError(text, `${hint}; ${forms}`);
}

function folderSource(path: string): NamedDraft {
  return { name: sourceName(lastPart(path) || "local"), source: { type: "file", path } };
}

function mcpServer(address: string, text: string): NamedDraft {
  const url = checkedUrl(address);
  if (url.hash !== "") throw sourceTextError(text, "an MCP server takes no #ref");
  return { name: sourceName(url.hostname), source: { type: "mcp", url: address } };
}

/** `owner/repo`, `owner/repo/sub/path`, `owner/repo@skill`, each with `#ref` or `#ref@skill`. */
function parseRepository(written: string, text: string, type: "git" | "claude-marketplace"): NamedDraft {
  const [address = "", ...fragments] = written.split("#");
  const [ref, skillBehindRef] = cutAt(fragments.join("#"));
  const [place, skillBehindPlace] = cutAt(address);
  const skill = skillBehindPlace ?? skillBehindRef;
  const [, owner, repository, path] = repositoryName.exec(place) ?? [];
  if (owner === undefined || repository === undefined || /^\.+$/.test(repository)) {
    const word = /^[\w.-]+$/.test(text) ? `a package is npm:${text}, a folder ./${text}; ` : "";
    throw sourceTextError(text, `${word}${forms}`);
  }
  if (fragments.length > 0 && ref === "") throw sourceTextError(text, "behind # stands a version, a ref or a commit");
  if (skill === "") throw sourceTextError(text, "behind @ stands the name of a skill");
  const picked = skill === undefined ? {} : { [type === "git" ? "include" : "plugins"]: [skill] };
  const source: SourceDraft = {
    type,
    url: `github:${owner}/${repository}`,
    ...below(path, text),
    ...picked,
    ...(ref === "" ? {} : parsePin(ref)),
  };
  if (type === "claude-marketplace" && source.path !== undefined)
    throw sourceTextError(text, "a marketplace is a whole repository, marketplace:owner/repo");
  return { name: sourceName(lastPart(skill ?? source.path ?? repository)), source };
}

function cutAt(text: string): readonly [string, string | undefined] {
  const at = text.lastIndexOf("@");
  return at < 0 || text.indexOf("/", at) >= 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function marketplace(rest: string, text: string): NamedDraft {
  const isAddress = /^(?:[a-z][a-z0-9+.-]*:\/\/|[\w.-]+@[\w.-]+:)/i.test(rest);
  if (!isAddress) return parseRepository(rest.replace(/^github:/, ""), text, "claude-marketplace");
  const { name, source } = parseSourceText(rest);
  if (source.type !== "git" || source.path !== undefined)
    throw sourceTextError(text, "a marketplace is a repository: marketplace:owner/repo or marketplace:https://….git");
  return { name, source: { ...source, type: "claude-marketplace" } };
}

function asGit(address: string, text: string): NamedDraft {
  checkedUrl(address);
  return gitAddress(address, text);
}

/** An address that git takes, with `#ref`. */
function gitAddress(address: string, text: string): NamedDraft {
  const [url = "", ref] = address.split("#", 2);
  if (ref === "") throw sourceTextError(text, "behind # stands a version, a ref or a commit");
  if (/^[a-z+]+:\/\/[^/]*:[^/@]*@/i.test(url))
    throw sourceTextError(text, "it holds a password. tradecraft.json is for everybody to read");
  if (/^(?:[a-z+]+:\/\/)?(?:[^/]*@)?-/i.test(url)) throw sourceTextError(text, "no host is called like an option");
  const pin = ref === undefined ? {} : parsePin(ref);
  return { name: sourceName(lastPart(url)), source: { type: "git", url, ...pin } };
}
