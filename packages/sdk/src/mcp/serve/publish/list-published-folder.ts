import type { Resource } from "@modelcontextprotocol/server";
import { mediaType } from "./media-type.ts";
import type { PublishedSkill } from "./publish-skill.ts";

/** Media type of a folder. */
export const folderMediaType = "inode/directory";

/** What lies directly in a folder of a skill, sorted by address; undefined when there is no such folder. */
export function listPublishedFolder(skill: PublishedSkill, folder: string): Resource[] | undefined {
  const children = new Map<string, Resource>();
  for (const { uri, path, size } of skill.files.values()) {
    if (!uri.startsWith(`${folder}/`)) continue;
    const end = uri.indexOf("/", folder.length + 1);
    const isFile = end < 0;
    const child = isFile ? uri : uri.slice(0, end);
    const depth = child.slice(skill.root.length + 1).split("/").length;
    const name = path.split("/")[depth - 1] as string;
    children.set(
      child,
      isFile ? { uri, name, mimeType: mediaType(path), size } : { uri: child, name, mimeType: folderMediaType },
    );
  }
  if (children.size === 0) return undefined;
  return [...children.values()].sort((a, b) => (a.uri < b.uri ? -1 : 1));
}
