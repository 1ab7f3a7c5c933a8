import type { Resource } from "@modelcontextprotocol/server";
import type { Skill, SkillSource as ExtensionSource } from "@modelcontextprotocol/server/ext/skills";
import type { SkillRegistry } from "../../../core/registry/skill-registry.ts";
import { listPublishedFolder } from "./list-published-folder.ts";
import { decodeCursor, encodeCursor } from "./page-cursor.ts";
import type { PublishedSkill } from "./publish-skill.ts";
import { readPublishedFile } from "./read-published-file.ts";
import { renderSkillIndex, skillIndexUri } from "./skill-index.ts";
import type { SkillPublisher } from "./skill-publisher.ts";
import { canonicalUri } from "./skill-uri.ts";

export interface ExtensionSourceOptions {
  readonly index: boolean;
  readonly directoryRead: boolean;
  readonly folderPageSize: number;
}

/** Published skills as the official extension asks for them. */
export function extensionSource(
  registry: SkillRegistry,
  publisher: SkillPublisher,
  { index, directoryRead, folderPageSize }: ExtensionSourceOptions,
): ExtensionSource {
  const readDirectory: ExtensionSource["readDirectory"] = async (uri, { cursor }) => {
    const folder = canonicalUri(uri);
    const skill = folder === undefined ? undefined : await publisher.containing(folder);
    const children = skill === undefined ? undefined : listPublishedFolder(skill, folder as string);
    if (children === undefined) return undefined;
    const after = decodeCursor(`folder ${folder}`, cursor);
    const rest = after === undefined ? children : children.filter((child) => child.uri > after);
    const resources = rest.slice(0, folderPageSize);
    if (resources.length === rest.length) return { resources };
    return { resources, nextCursor: encodeCursor(`folder ${folder}`, (resources.at(-1) as Resource).uri) };
  };
  const toEntry = ({ id, uri, frontmatter, files }: PublishedSkill): Skill => {
    const resources = [...files.values()].map(({ uri: at, digest, size }) => ({ uri: at, digest, size }));
    return { uri, frontmatter, resources: publisher.isDynamic(id) ? "dynamic" : resources };
  };
  return {
    list: async ({ cursor }) => {
      const { skills, next } = await publisher.page(decodeCursor("skills", cursor));
      const page = skills.map(toEntry);
      return next === undefined ? { skills: page } : { skills: page, nextCursor: encodeCursor("skills", next) };
    },
    get: async (uri) => {
      const skill = await publisher.get(uri);
      return skill === undefined ? undefined : toEntry(skill);
    },
    read: async (uri) => {
      if (index && canonicalUri(uri) === skillIndexUri)
        return { text: await renderSkillIndex(publisher), mimeType: "application/json" };
      return readPublishedFile(registry, publisher, uri);
    },
    ...(directoryRead && { readDirectory }),
  };
}
