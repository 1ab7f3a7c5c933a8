import { resolve } from "node:path";
import { SkillError } from "../../../core/errors.ts";

/** The address of a repository. */
export interface GitUrl {
  /** For git; may hold credentials. */
  readonly url: string;
  /** For people, files and logs: without credentials. */
  readonly shown: string;
  /** Texts that must not be shown. */
  readonly secrets: readonly string[];
}

const githubName = /^github:([A-Za-z0-9][\w.-]*)\/([A-Za-z0-9_.][\w.-]*?)(?:\.git)?$/;
/** `https://github.example.com`, for GitHub of one's own and for tests. */
const githubBase = "TRADECRAFT_GITHUB_URL";

/** The address that `written` means. Throws `source-unavailable` for what git could take for an option or a command. */
export function gitUrl(
  written: string,
  { directory, env }: { readonly directory: string; readonly env: Readonly<Record<string, string | undefined>> },
): GitUrl {
  const problem = urlProblem(written);
  if (problem !== undefined) throw refusedUrl(written, problem);
  const github = githubName.exec(written);
  if (github !== null) {
    const base = (env[githubBase] ?? "https://github.com").replace(/\/+$/, "");
    const baseProblem = urlProblem(base);
    if (baseProblem !== undefined) throw refusedUrl(base, baseProblem);
    return describeUrl(`${base}/${github[1]}/${github[2]}.git`);
  }
  if (written.startsWith("github:")) throw refusedUrl(written, "it is not like github:owner/repo");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(written)) return describeUrl(written);
  // As git tells them apart: a colon before any slash is a host, `host:path`; everything else is a folder.
  const isRemote = /^[^/\\]*:/.test(written) && !(process.platform === "win32" && /^[a-z]:[/\\]/i.test(written));
  return describeUrl(isRemote ? written : resolve(directory, written));
}

/** An address without user info and without a query: what may be shown and kept. */
export function withoutCredentials(url: string): string {
  const plain = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*)@/i, (_, scheme: string, info: string) => {
    // Whom ssh logs in as is part of the address, and no secret.
    const user = /^(?:git\+)?ssh:/i.test(scheme) ? info.split(":", 1)[0] : "";
    return user === undefined || user === "" ? scheme : `${scheme}${user}@`;
  });
  if (!/^\s*https?:/i.test(plain)) return plain;
  // What reads addresses of the web is content with one slash, with backslashes, or with none.
  return plain.replace(/^\s*(https?:[\\/]*)[^\\/?#]*@/i, "$1").replace(/[?#].*$/s, "");
}

function describeUrl(url: string): GitUrl {
  const info = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)@/i.exec(url)?.[1] ?? "";
  const query = /^https?:[^?#]*([?#].*)$/is.exec(url)?.[1]?.slice(1) ?? "";
  const shown = withoutCredentials(url);
  const [user = "", ...password] = info.split(":");
  const secrets = [info, password.join(":"), query, ...(/^https?:/i.test(url) ? [user] : [])].filter(
    (text) => text !== "" && !shown.includes(text),
  );
  return { url, shown, secrets: [...new Set([...secrets, ...secrets.map(decoded)])] };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function urlProblem(url: string): string | undefined {
  if (url === "") return "it is empty";
  if (url.startsWith("-")) return "git would take it for an option";
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(url)) return "it has control characters";
  if (/^[a-z0-9+.-]*::/i.test(url)) return "it names a program to run";
  if (/^(?:ext|fd):/i.test(url)) return "it names a program to run";
  const host =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#]*)/i.exec(url)?.[1] ?? /^(?:[^/@]*@)?([^/:]*):/.exec(url)?.[1];
  // ssh would take such a host for an option; git refuses it too, in versions of this decade.
  return host?.startsWith("-") === true ? "its host would be taken for an option" : undefined;
}

function refusedUrl(url: string, problem: string): SkillError {
  const shown = withoutCredentials(url).slice(0, 200);
  return new SkillError("source-unavailable", `This address of a repository is refused: ${problem}.`, {
    facts: { url: shown.replaceAll(/[\p{Cc}\u2028\u2029]/gu, "?") },
  });
}
