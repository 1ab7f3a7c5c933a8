import { SkillError } from "../errors.ts";
import { sha256 } from "../sha256.ts";
import { normalizeResourcePath } from "../source/normalize-resource-path.ts";
import { unknownSkill } from "../source/skill-id.ts";
import type { SkillResource, SkillSource, SourceCallOptions } from "../source/skill-source.ts";
import type { PinnedFile, SkillFileList } from "./skill-file-list.ts";

/** What skills must hold, by name. */
export interface SkillPins {
  /** Every file of a skill; undefined for one that is not accepted at all. */
  files(name: string): SkillFileList | undefined;
}

/** Looks at a whole folder before it is given away; throws for one that is not as it was pinned. */
export type AssertFolder = (id: string, directory: string, files: SkillFileList) => Promise<void>;

/**
 * A source of which only pinned skills are seen, and only as they were pinned. Each thing is compared when it is read:
 * a skill's files when its SKILL.md is, a file's content when that is, and everything before a script runs in its folder.
 * What is another is refused with `digest-mismatch`.
 */
export function pinnedSkillSource(
  source: SkillSource,
  pins: SkillPins,
  assertFolder: AssertFolder = () => Promise.resolve(),
): SkillSource {
  let names = new Map<string, string>();
  const list: SkillSource["list"] = async (options = {}) => {
    const entries = await source.list(options);
    const accepted = entries.filter(({ id, name }) => {
      if (pins.files(name) !== undefined) return true;
      const message = `The skill "${id}" is left out: the lock does not list it.`;
      const place = { source: source.label ?? "source", id };
      options.onDiagnostic?.({ code: "skill-not-locked", severity: "warning", message, ...place });
      return false;
    });
    names = new Map(accepted.map(({ id, name }) => [id, name]));
    return accepted;
  };
  const pinsOf = async (id: string, call: SourceCallOptions): Promise<SkillFileList> => {
    if (!names.has(id)) await list(call);
    const name = names.get(id);
    const files = name === undefined ? undefined : pins.files(name);
    if (files === undefined) throw unknownSkill(id);
    return files;
  };
  const listed = async (
    id: string,
    files: SkillFileList,
    call: SourceCallOptions,
  ): Promise<readonly SkillResource[]> => {
    const resources = (await source.listResources?.(id, call)) ?? [];
    assertListing(id, files, resources);
    return resources;
  };
  return {
    ...source,
    list,
    read: async (id, call = {}) => {
      const files = await pinsOf(id, call);
      const text = await source.read(id, call);
      await assertContent(id, files, "SKILL.md", text);
      await listed(id, files, call);
      return text;
    },
    listResources: async (id, call = {}) => listed(id, await pinsOf(id, call), call),
    readResource: async (id, path, call = {}) => {
      const files = await pinsOf(id, call);
      const content = await source.readResource?.(id, path, call);
      if (content === undefined) throw unknownSkill(id);
      await assertContent(id, files, normalizeResourcePath(path), content);
      return content;
    },
    directory: async (id, call = {}) => {
      const files = await pinsOf(id, call);
      const directory = await source.directory?.(id, call);
      if (directory !== undefined) await assertFolder(id, directory, files);
      return directory;
    },
    pinned: async (id, call = {}) => pinsOf(id, call),
    // A lock covers the SKILL.md, and not what a server says is in it.
    frontmatter: async () => undefined,
  };
}

async function assertContent(
  id: string,
  files: SkillFileList,
  path: string,
  content: string | Uint8Array,
): Promise<void> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  const pin = pinAt(files, path);
  if (pin === undefined) throw unlikePinned(id, path, "the lock does not list it");
  const found = (await sha256(bytes)).slice("sha256:".length);
  if (pin.size !== bytes.length || pin.sha256 !== found) throw unlikePinned(id, path, "its content is another");
}

function assertListing(id: string, files: SkillFileList, resources: readonly SkillResource[]): void {
  const found = new Map(resources.map((resource) => [resource.path, resource]));
  for (const { path, size, executable } of resources) {
    const pin = pinAt(files, path);
    if (pin === undefined) throw unlikePinned(id, path, "the lock does not list it");
    if (size !== undefined && size !== pin.size) throw unlikePinned(id, path, "its content is another");
    if (executable !== undefined && executable !== pin.executable) throw unlikePinned(id, path, "its mode is another");
  }
  for (const { path } of files)
    if (!found.has(path) && !isSkillFile(path) && !isUnread(path)) throw unlikePinned(id, path, "it is gone");
}

function pinAt(files: SkillFileList, path: string): PinnedFile | undefined {
  return (
    files.find((file) => file.path === path) ??
    (path === "SKILL.md" ? files.find(({ path: other }) => isSkillFile(other)) : undefined)
  );
}

function isSkillFile(path: string): boolean {
  return /^skill\.md$/i.test(path);
}

/** What folders of skills are never read for. */
function isUnread(path: string): boolean {
  return path.split("/").some((part) => part === ".git" || part === "node_modules");
}

/** The refusal of a skill that is not what was pinned. */
export function unlikePinned(id: string, path: string, reason: string): SkillError {
  const message = `The skill "${id.slice(0, 100)}" is not what the lock lists: "${path.slice(0, 200)}": ${reason}.`;
  return new SkillError("digest-mismatch", message, { facts: { id: id.slice(0, 200), path: path.slice(0, 200) } });
}
