import type { McpRefusal } from "./mcp-refusal.ts";

const words: Partial<Readonly<Record<McpRefusal, string>>> = {
  "entry-invalid": "its entry is no object",
  "entry-other": "the server answered with another skill",
  "uri-invalid": "its URI is none that a skill can have",
  "uri-scheme": "its URI means this machine, or content of its own",
  "uri-traversal": "its URI has dots or slashes that leave its folder",
  "uri-not-skill": "its URI is not that of a SKILL.md in a folder",
  "uri-repeated": "the server lists its URI more than once",
  "frontmatter-invalid": "its frontmatter lacks a name or a description",
  "frontmatter-large": "its frontmatter is too large",
  "name-invalid": "its name is against the rules",
  "name-mismatch": "its name is not that of its folder",
  "description-invalid": "its description is against the rules",
  "hidden-text": "it holds text that people cannot see",
  "manifest-missing": "it does not list its files",
  "manifest-dynamic": "its content is made anew each time, and cannot be verified",
  "manifest-incomplete": "its list of files lacks the SKILL.md",
  "manifest-file": "its list of files holds something else",
  "manifest-digest": "a file has no digest of the form sha256:…",
  "manifest-size": "a file has no size",
  "manifest-outside": "a file lies outside of its folder",
  "manifest-path": "a file's path is refused",
  "manifest-repeated": "a file is listed twice",
  "manifest-collision": "two of its files could be taken for one",
  "files-too-many": "it has more files than are taken",
  "files-too-large": "its files are larger than is taken",
  "index-type": "only plain SKILL.md files of an index.json are taken",
};

/** A refusal in words, to follow a colon. */
export function refusalWords(reason: McpRefusal): string {
  return words[reason] ?? reason;
}
