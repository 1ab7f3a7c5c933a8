import type { McpRefusal } from "./mcp-refusal.ts";

/** A URI, taken apart. */
export interface ResourceUri {
  /** The one spelling of it. */
  readonly canonical: string;
  /** Without the colon. */
  readonly scheme: string;
  /** Empty when there is none. */
  readonly authority: string;
  /** The authority, if any, and every part of the path; decoded. */
  readonly segments: readonly string[];
}

/** Longer ones are nobody's. */
const longest = 4_096;
/** Schemes that mean this machine, or carry their own content: matched as schemes, since `file:/etc/passwd` is one too. */
const refusedSchemes = new Set(["file", "data", "blob", "javascript", "about", "filesystem", "node", "vbscript"]);
const unprintable =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]|[\\]/u;

/** Takes a resource's URI apart, or says why it is refused. Nothing is resolved, and nobody is asked for the authority. */
export function parseResourceUri(uri: unknown): ResourceUri | McpRefusal {
  if (typeof uri !== "string" || uri.length > longest || unprintable.test(uri)) return "uri-invalid";
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(uri)?.[1]?.toLowerCase();
  if (scheme === undefined) return "uri-invalid";
  if (refusedSchemes.has(scheme)) return "uri-scheme";
  if (/[?#]/.test(uri) || !uri.slice(scheme.length + 1).startsWith("/") || !URL.canParse(uri)) return "uri-invalid";
  const url = new URL(uri);
  if (url.username !== "" || url.password !== "") return "uri-invalid";
  // Parsing takes dots away, so they are looked for in what was written.
  const written = uri
    .slice(scheme.length + 1)
    .replace(/^\/\//, "")
    .split("/")
    .map(decode);
  if (written.some((part) => part === undefined)) return "uri-invalid";
  if (written.some((part) => part === "." || part === ".." || /[/\\\0]/.test(part ?? ""))) return "uri-traversal";
  const authority = decode(url.host);
  const path = /^\/?$/.test(url.pathname) ? [] : url.pathname.replace(/^\//, "").split("/").map(decode);
  if (authority === undefined || path.some((part) => part === undefined || part === "")) return "uri-invalid";
  const segments = [...(authority === "" ? [] : [authority]), ...(path as string[])];
  return { canonical: url.href, scheme, authority, segments };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** A skill's address: that of its SKILL.md. */
export interface SkillUri extends ResourceUri {
  /** What the URIs of its files begin with, the last slash included. */
  readonly root: string;
  /** The folder's name, which must be the skill's. */
  readonly folder: string;
}

const fileName = "/SKILL.md";

/** Takes the URI of a SKILL.md apart, or says why it is refused. */
export function parseSkillUri(uri: unknown): SkillUri | McpRefusal {
  const parsed = parseResourceUri(uri);
  if (typeof parsed === "string") return parsed;
  const folder = parsed.segments.at(-2);
  if (!parsed.canonical.endsWith(fileName) || folder === undefined) return "uri-not-skill";
  return { ...parsed, root: parsed.canonical.slice(0, -fileName.length + 1), folder };
}

/** The path of a file in a skill; a refusal when it does not lie there. */
export function pathInSkill({ root, segments }: SkillUri, uri: unknown): { readonly path: string } | McpRefusal {
  const parsed = parseResourceUri(uri);
  if (typeof parsed === "string") return parsed;
  if (!parsed.canonical.startsWith(root)) return "manifest-outside";
  return { path: parsed.segments.slice(segments.length - 1).join("/") };
}
