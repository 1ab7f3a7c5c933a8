import type { Resource, Server } from "@modelcontextprotocol/server";
import { mediaType } from "../publish/media-type.ts";
import { decodeCursor, encodeCursor } from "../publish/page-cursor.ts";
import { skillIndexUri } from "../publish/skill-index.ts";
import type { SkillPublisher } from "../publish/skill-publisher.ts";
import { manifestPath } from "../publish/skill-uri.ts";

/** Lists every SKILL.md as a plain resource, in pages; the official extension would list them all at once. */
export function serveResources(server: Server, publisher: SkillPublisher, index: boolean): void {
  server.setRequestHandler("resources/list", async ({ params }) => {
    const after = decodeCursor("resources", params?.cursor);
    const { skills, next } = await publisher.page(after);
    const resources = skills.map(({ uri, frontmatter: { name, description }, files }): Resource => {
      const size = files.get(uri)?.size;
      return { uri, name, description, mimeType: mediaType(manifestPath), ...(size !== undefined && { size }) };
    });
    if (index && after === undefined) resources.unshift(indexResource);
    return next === undefined ? { resources } : { resources, nextCursor: encodeCursor("resources", next) };
  });
}

const indexResource: Resource = {
  uri: skillIndexUri,
  name: "index.json",
  description: "The skills of this server, for readers of the extension's drafts.",
  mimeType: "application/json",
};
