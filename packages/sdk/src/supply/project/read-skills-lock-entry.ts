import { refusedSkillId } from "../../core/source/skill-id.ts";
import { withoutCredentials } from "../fetch/git/git-url.ts";
import type { ProjectSource } from "./project.ts";

/** Every code that something about a `skills-lock.json` can carry. */
export const SKILLS_LOCK_CODES = [
  "hashes-not-trusted",
  "entry-invalid",
  "source-unsupported",
  "ref-missing",
  "version-missing",
  "credentials-dropped",
  "path-absolute",
  "subagents-dropped",
] as const;

/** Literal kind of a finding about a `skills-lock.json`. */
export type SkillsLockCode = (typeof SKILLS_LOCK_CODES)[number];

type Problem = readonly [code: SkillsLockCode, message: string];

/** One skill of the lock as a source of a project. */
export interface SkillsLockEntry {
  readonly source: ProjectSource | undefined;
  /** What the source may be called. */
  readonly name: string;
  /** How the skill is chosen from the source: its folder, or its name. */
  readonly include: string;
  readonly problems: readonly Problem[];
}

/** Reads one skill of a `skills-lock.json`. */
export function readLockEntry(skill: string, value: unknown): SkillsLockEntry {
  const problems: Problem[] = [];
  const none = (code: SkillsLockCode, message: string): SkillsLockEntry => ({
    source: undefined,
    name: "",
    include: "",
    problems: [...problems, [code, `"${skill.slice(0, 100)}" was not taken over: ${message}.`]],
  });
  if (refusedSkillId(skill) !== undefined) return none("entry-invalid", "its name is none");
  if (typeof value !== "object" || value === null) return none("entry-invalid", "it is not an object");
  const fields = value as Readonly<Record<string, unknown>>;
  const text = (key: string): string | undefined => {
    const given = fields[key];
    return typeof given === "string" && given.trim() !== "" ? given.trim() : undefined;
  };
  if (fields["subagents"] !== undefined) {
    problems.push(["subagents-dropped", `The sub-agents of "${skill}" were not taken over: only its skill was.`]);
  }
  const [type, place, address] = [text("sourceType"), text("source"), text("sourceUrl")];
  if (type === undefined || place === undefined) return none("entry-invalid", "it has no `source` or no `sourceType`");
  const folder = folderOf(text("skillPath"));
  const chosen = { include: folder ?? skill, problems };

  if (type === "github" || type === "gitlab" || type === "git") {
    const written = repositoryUrl(type, place, address);
    if (written === undefined) return none("entry-invalid", "its `source` is no address of a repository");
    const url = withoutCredentials(written);
    if (url !== written)
      problems.push([
        "credentials-dropped",
        `The credentials in the address of "${skill}" were left out; git has its own.`,
      ]);
    const ref = text("ref");
    if (ref === undefined) {
      problems.push([
        "ref-missing",
        `"${skill}" names no branch, tag or commit; HEAD is used, and the lock will hold its commit.`,
      ]);
    }
    const pin = ref !== undefined && /^[0-9a-f]{40}$/.test(ref) ? { sha: ref } : { ref: ref ?? "HEAD" };
    return { source: { type: "git", url, ...pin }, name: nameOf(url), ...chosen };
  }
  if (type === "well-known") {
    const written =
      text("sourceBaseUrl") ?? address ?? (/^[\w-]+(?:\.[\w-]+)+$/.test(place) ? `https://${place}` : place);
    if (!URL.canParse(written) || !/^https?:/.test(written))
      return none("entry-invalid", "it has no address of a site");
    const url = withoutCredentials(written);
    return { source: { type: "well-known", url }, name: nameOf(new URL(url).hostname), include: skill, problems };
  }
  if (type === "local") {
    if (/^(?:\/|~|[a-z]:[/\\])/i.test(place)) {
      problems.push([
        "path-absolute",
        `"${skill}" comes from ${place}, a folder of this machine that others do not have.`,
      ]);
    }
    const path = place.replaceAll("\\", "/");
    return { source: { type: "file", path }, name: nameOf(path), ...chosen };
  }
  if (type === "node_modules") {
    const version = text("version");
    if (version === undefined)
      problems.push(["version-missing", `"${skill}" names no version of ${place}; latest is used.`]);
    const pin = version === undefined ? { ref: "latest" } : { version };
    return { source: { type: "npm", package: place, ...pin }, name: nameOf(place), include: skill, problems };
  }
  return none("source-unsupported", `there is no source of the type ${JSON.stringify(type.slice(0, 40))} here`);
}

function repositoryUrl(
  type: "github" | "gitlab" | "git",
  place: string,
  address: string | undefined,
): string | undefined {
  const isShort = /^[\w.-]+(?:\/[\w.-]+)+$/.test(place);
  // An address says more than a name: the host may be a company's own.
  if (type === "github" && isShort && (address === undefined || address.startsWith("https://github.com/"))) {
    return `github:${place
      .split("/")
      .slice(0, 2)
      .join("/")
      .replace(/\.git$/, "")}`;
  }
  if (type === "gitlab" && isShort && address === undefined)
    return `https://gitlab.com/${place.replace(/\.git$/, "")}.git`;
  const written = address ?? place;
  return /^(?:https?|ssh|git|git\+ssh):\/\/|^[\w.-]+@[\w.-]+:/.test(written) ? written : undefined;
}

/** The folder of a SKILL.md; undefined for one at the root, whose folder has no name. */
function folderOf(path: string | undefined): string | undefined {
  const plain = path
    ?.replaceAll("\\", "/")
    .replace(/^\.\//, "")
    .replace(/(?:^|\/)SKILL\.md$/i, "")
    .replace(/\/+$/, "");
  return plain === undefined || plain === "" || plain.split("/").includes("..") ? undefined : plain;
}

/** A plain name made of the last part of an address. */
function nameOf(place: string): string {
  const last =
    place
      .replace(/\.git$/, "")
      .replace(/[/\\]+$/, "")
      .split(/[/\\:]/)
      .at(-1) ?? "";
  return (
    last
      .toLowerCase()
      .replaceAll(/[^a-z0-9.-]+/g, "-")
      .replaceAll(/^[.-]+|[.-]+$/g, "") || "skills"
  );
}
