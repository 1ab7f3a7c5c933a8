import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The absolute path that a path or a `file:` URL, also as a text, stands for; `who` asks for it. */
export function toFilePath(from: string | URL, who: string): string {
  const given: unknown = from;
  if (given instanceof URL ? given.protocol === "file:" : typeof given === "string" && given !== "") {
    const text = String(given);
    return text.startsWith("file:") ? fileURLToPath(text) : resolve(text);
  }
  throw new TypeError(`${who} must be a path or a file: URL, such as import.meta.url`);
}
