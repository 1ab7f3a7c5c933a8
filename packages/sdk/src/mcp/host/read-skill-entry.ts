import { validateSkillDescription, validateSkillName } from "../../core/format/validate-fields.ts";
import { skillDigest } from "../../core/integrity/skill-digest.ts";
import type { PinnedFile, SkillFileList } from "../../core/integrity/skill-file-list.ts";
import { hasHiddenText } from "./hidden-text.ts";
import type { HeldFile, HeldSkill, McpSkillEntry } from "./held-skill.ts";
import type { ResolvedLimits } from "./host-limits.ts";
import { isRecord } from "./mcp-client.ts";
import { mcpSkillId } from "./mcp-skill-id.ts";
import type { McpRefusal } from "./mcp-refusal.ts";
import { readManifestFiles } from "./read-manifest-files.ts";
import { parseSkillUri, type SkillUri } from "./skill-uri.ts";

/** What an entry is read with. */
export interface ReadSkillEntryOptions {
  readonly label: string;
  readonly limits: ResolvedLimits;
  /** Whether skills that cannot be verified are taken. */
  readonly dynamic: boolean;
}

/** Characters of a frontmatter; the largest public one has a tenth of it. */
const maxFrontmatter = 64 * 1024;

/** A skill from an entry of `skills/list` or `skills/get`, or why it is refused. No file is read for it. */
export async function readSkillEntry(value: unknown, options: ReadSkillEntryOptions): Promise<HeldSkill | McpRefusal> {
  if (!isRecord(value)) return "entry-invalid";
  const uri = parseSkillUri(value["uri"]);
  if (typeof uri === "string") return uri;
  const { frontmatter, resources } = value;
  const problem = frontmatterProblem(frontmatter, uri);
  if (problem !== undefined) return problem;
  const fields = frontmatter as Readonly<Record<string, unknown>>;
  const base = { uri, address: value["uri"] as string, frontmatter: fields };
  const entry = await entryOf(options.label, uri, fields);
  if (resources === "dynamic") {
    return options.dynamic ? { ...base, entry: { ...entry, unverified: true } } : "manifest-dynamic";
  }
  if (!Array.isArray(resources)) return "manifest-missing";
  const files = readManifestFiles(uri, resources, options.limits);
  if (typeof files === "string") return files;
  const list = pinnedList(files);
  const digest = await skillDigest(list);
  return { ...base, files, list, digest, entry: { ...entry, revision: digest } };
}

function frontmatterProblem(frontmatter: unknown, { folder }: SkillUri): McpRefusal | undefined {
  if (!isRecord(frontmatter)) return "frontmatter-invalid";
  const json = jsonOf(frontmatter);
  if (json === undefined || json.length > maxFrontmatter) return "frontmatter-large";
  const { name, description } = frontmatter;
  if (typeof name !== "string" || typeof description !== "string") return "frontmatter-invalid";
  // Every key and every value: all of it may be passed on to a model.
  if (hasHiddenText(json)) return "hidden-text";
  if (validateSkillName(name).some(({ severity }) => severity === "error")) return "name-invalid";
  if (name !== folder) return "name-mismatch";
  if (validateSkillDescription(description).some(({ severity }) => severity === "error")) return "description-invalid";
  return undefined;
}

function jsonOf(value: object): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // Nested so deeply that it cannot be written.
    return undefined;
  }
}

async function entryOf(
  label: string,
  uri: SkillUri,
  fields: Readonly<Record<string, unknown>>,
): Promise<McpSkillEntry> {
  const { name, description, compatibility } = fields;
  const hidden = fields["disable-model-invocation"];
  const forPeople = fields["user-invocable"];
  return {
    ...(await originOf(label, uri)),
    name: name as string,
    description: description as string,
    ...(typeof compatibility === "string" && compatibility !== "" && { compatibility }),
    ...(typeof hidden === "boolean" && { disableModelInvocation: hidden }),
    ...(typeof forPeople === "boolean" && { userInvocable: forPeople }),
  };
}

/** What an entry says about where its skill is from. */
export async function originOf(
  label: string,
  uri: SkillUri,
): Promise<Pick<McpSkillEntry, "id" | "location" | "origin"> & { readonly location: string }> {
  return {
    id: await mcpSkillId(label, uri),
    location: `MCP server ${label}: ${uri.canonical}`,
    origin: { kind: "mcp", server: label, uri: uri.canonical },
  };
}

/** An entry's manifest as a list of pinned files. */
function pinnedList(files: ReadonlyMap<string, HeldFile>): SkillFileList {
  const pinned = [...files.values()].map(({ path, size, digest }): PinnedFile => ({
    path,
    size,
    executable: false,
    sha256: digest.slice("sha256:".length),
  }));
  return pinned.sort((a, b) => (a.path < b.path ? -1 : 1));
}
