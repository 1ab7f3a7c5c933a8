import type { CliIo } from "../io.ts";
import { jsonDocument } from "../report/json-document.ts";
import { formatBytes } from "../text/format-number.ts";
import { visible } from "../text/visible.ts";
import { visibleLines } from "../text/visible-lines.ts";
import type { Catalog } from "./open-catalog.ts";

/**
 * Writes one file of a skill. To a file or a program its bytes go as they are; to a terminal text goes line by line with
 * everything made visible that could move the cursor or hide, and anything else is refused.
 */
export async function showFile(
  { registry }: Pick<Catalog, "registry">,
  id: string,
  path: string,
  { io, json }: { readonly io: Pick<CliIo, "stdout" | "stderr">; readonly json: boolean },
): Promise<number> {
  const content = path === "SKILL.md" ? (await registry.trigger(id)).raw : await registry.resource(id, path);
  if (json) {
    const isText = typeof content === "string";
    const file = {
      path,
      size: Buffer.byteLength(content),
      encoding: isText ? "utf8" : "base64",
      content: isText ? content : Buffer.from(content).toString("base64"),
    };
    io.stdout.write(jsonDocument(true, { id, file }));
  } else if (io.stdout.isTTY !== true) io.stdout.write(content);
  else if (typeof content === "string") {
    const lines = visibleLines(content);
    if (lines.at(-1) === "") lines.pop();
    io.stdout.write(lines.map((line) => `${line}\n`).join(""));
  } else {
    const size = formatBytes(content.length);
    io.stderr.write(
      `tradecraft: file-not-text: ${visible(path)} is not text (${size}), and a terminal cannot show it; write it to a file: … > ${visible(path.slice(path.lastIndexOf("/") + 1))}\n`,
    );
    return 1;
  }
  return 0;
}
