/** One thing that the specification asks of a server, and the test that shows it. */
export interface ServerRequirement {
  readonly id: string;
  /** In our words. */
  readonly clause: string;
  readonly url: string;
  readonly level: "MUST" | "SHOULD";
  /** `file > name of the test`, below this folder. */
  readonly test: string;
}

const page = "https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx";

function must(id: string, section: string, clause: string, test: string): ServerRequirement {
  return { id, clause, url: `${page}#${section}`, level: "MUST", test };
}

function should(id: string, section: string, clause: string, test: string): ServerRequirement {
  return { id, clause, url: `${page}#${section}`, level: "SHOULD", test };
}

const publishing = "publishing.test.ts";
const results = "results.test.ts";

/** What the stable extension asks of servers. */
export const serverRequirements: readonly ServerRequirement[] = [
  must(
    "capability-methods",
    "capability-negotiation",
    "A server that declares the extension has skills/list and skills/get.",
    "official-client.test.ts > lists, gets, reads and verifies every example skill",
  ),
  must(
    "capability-inline",
    "capability-negotiation",
    "Settings stand directly under the identifier; an empty object means no optional feature.",
    `${publishing} > declares an empty object without directory reads, and does not know the method then`,
  ),
  must(
    "capability-directory-read",
    "capability-negotiation",
    "A server that declares directoryRead has resources/directory/read.",
    `${publishing} > list their direct children, folders as such`,
  ),
  must(
    "capability-resources",
    "capability-negotiation",
    "A server that declares the extension declares resources, too.",
    `${publishing} > declares the extension inline, with resources (%s)`,
  ),
  must(
    "format-conforms",
    "skill-format",
    "What is served conforms to the Agent Skills specification; what does not is not published.",
    `${publishing} > is told with the place, once, and hides no neighbour`,
  ),
  must(
    "format-skill-md",
    "skill-format",
    "Every skill has a SKILL.md at its root that begins with frontmatter with name and description.",
    `${publishing} > carry every field of the frontmatter as it was written`,
  ),
  should(
    "uri-scheme",
    "resource-mapping",
    "Addresses have the form skill://<skill-path>/<file-path>.",
    `${publishing} > list every file once, the SKILL.md included, with digest and size`,
  ),
  must(
    "uri-last-segment",
    "resource-mapping",
    "The last segment of the skill path is the name.",
    `${publishing} > end in the name: %s`,
  ),
  must(
    "uri-name-rules",
    "resource-mapping",
    "That name follows the naming rules.",
    "official-client.test.ts > explains each example skill that it does not publish",
  ),
  should(
    "uri-reg-name",
    "resource-mapping",
    "The first segment is a reg-name, other prefix segments are path segments.",
    `${publishing} > never lie inside another skill, and each skill has its own`,
  ),
  should(
    "resource-mime",
    "resource-metadata",
    "A SKILL.md is text/markdown.",
    `${publishing} > have the name, the description and the type of each SKILL.md`,
  ),
  should(
    "resource-name",
    "resource-metadata",
    "Its resource has the name of the frontmatter.",
    `${publishing} > have the name, the description and the type of each SKILL.md`,
  ),
  should(
    "resource-description",
    "resource-metadata",
    "Its resource has the description of the frontmatter.",
    `${publishing} > have the name, the description and the type of each SKILL.md`,
  ),
  must(
    "nested-complete",
    "nested-skills",
    "Files of a skill that lies inside are files of the outer one, too; the list stays flat.",
    `${publishing} > include the files of a skill that lies inside`,
  ),
  must(
    "frontmatter-identical",
    "frontmatter",
    "The entry's frontmatter is that of the SKILL.md, every field.",
    "official-client.test.ts > lists, gets, reads and verifies 500 skills of the corpus",
  ),
  must(
    "frontmatter-name",
    "frontmatter",
    "The last segment of the address equals the entry's name.",
    `${publishing} > end in the name: %s`,
  ),
  should(
    "names-unique",
    "names",
    "Names are unique within a list where the library's are; addresses always.",
    `${publishing} > never lie inside another skill, and each skill has its own`,
  ),
  must(
    "resources-required",
    "resources",
    "Every entry has resources: a list, or the word dynamic.",
    `${publishing} > list every file once, the SKILL.md included, with digest and size`,
  ),
  must(
    "resources-complete",
    "resources",
    "The list has every file exactly once, the SKILL.md included.",
    `${publishing} > list every file once, the SKILL.md included, with digest and size`,
  ),
  must(
    "resources-within",
    "resources",
    "Each address is the SKILL.md or lies in the skill's folder.",
    "official-client.test.ts > lists, gets, reads and verifies 500 skills of the corpus",
  ),
  must(
    "resources-size",
    "resources",
    "Each file has its size in bytes.",
    `${publishing} > list every file once, the SKILL.md included, with digest and size`,
  ),
  must(
    "resources-dynamic",
    "resources",
    "Content that is another each time is published as dynamic.",
    `${publishing} > say dynamic once a file is another each time it is read`,
  ),
  should(
    "limit-files",
    "limits",
    "No skill with more than 512 files is served.",
    `${publishing} > has more than 512 files; 512 are taken`,
  ),
  should(
    "limit-bytes",
    "limits",
    "No skill with more than 16 MiB is served.",
    `${publishing} > has more than 16 MiB; exactly 16 MiB are taken`,
  ),
  must(
    "list-implemented",
    "listing-skills",
    "skills/list gives the entries.",
    "official-client.test.ts > lists, gets, reads and verifies every example skill",
  ),
  must(
    "list-pages",
    "listing-skills",
    "A cursor that was given leads to the next page.",
    `${publishing} > hold each skill once and whole`,
  ),
  must(
    "list-atomic",
    "listing-skills",
    "No entry is split across pages.",
    `${publishing} > hold each skill once and whole`,
  ),
  must(
    "list-cache",
    "listing-skills",
    "From 2026-07-28 on, ttlMs and cacheScope are there, and resultType is complete.",
    `${results} > of a list are complete, and say how long they hold and for whom`,
  ),
  must(
    "get-implemented",
    "getting-a-skill",
    "skills/get gives the entry of one skill, as the list does.",
    `${publishing} > are the same in a list and alone, with the fields for caches`,
  ),
  must(
    "get-cache",
    "getting-a-skill",
    "From 2026-07-28 on, ttlMs and cacheScope are there, and resultType is complete.",
    `${results} > of one skill are complete, and say how long they hold and for whom`,
  ),
  must(
    "get-unknown",
    "getting-a-skill",
    "An address that is no skill's gets -32602.",
    `${publishing} > refuses every address that is not one of an entry`,
  ),
  must(
    "get-every",
    "getting-a-skill",
    "Every skill that is served can be got, listed or not.",
    "official-client.test.ts > lists, gets, reads and verifies 500 skills of the corpus",
  ),
  must(
    "get-no-cursor",
    "getting-a-skill",
    "The result has no cursor.",
    `${publishing} > are the same in a list and alone, with the fields for caches`,
  ),
  must(
    "get-snapshot",
    "getting-a-skill",
    "Asking again gives the digests as they are now.",
    `${publishing} > gives what is there now, and the entry follows`,
  ),
  must(
    "read-plain",
    "reading-skill-content",
    "Files are read with resources/read.",
    `${publishing} > gives text as text, and bytes as bytes`,
  ),
  must(
    "digest-format",
    "integrity-and-verification",
    "Digests are sha256: and 64 lower-case hexadecimal digits, of the raw bytes.",
    `${publishing} > list every file once, the SKILL.md included, with digest and size`,
  ),
  must(
    "directory-children",
    "reading-directories",
    "A directory gives every direct child; folders are inode/directory.",
    `${publishing} > list their direct children, folders as such`,
  ),
  must(
    "directory-complete",
    "reading-directories",
    "From 2026-07-28 on, resultType is complete.",
    `${results} > of a directory are complete`,
  ),
  must(
    "directory-every",
    "reading-directories",
    "Every folder of a skill can be read.",
    `${publishing} > list their direct children, folders as such`,
  ),
  must(
    "directory-pages",
    "reading-directories",
    "Directories come in pages like other lists.",
    `${publishing} > come in pages`,
  ),
  must(
    "directory-invalid",
    "reading-directories",
    "What is no directory gets -32602.",
    `${publishing} > are refused where there is none`,
  ),
  must(
    "error-read",
    "error-handling",
    "A file that is not served gets -32602.",
    `${publishing} > refuses every address that is not one of an entry`,
  ),
  must(
    "error-internal",
    "error-handling",
    "What fails on the server's side gets -32603.",
    `${results} > is an internal error for who reads %s`,
  ),
  should(
    "error-messages",
    "error-handling",
    "Errors say what is wrong.",
    `${results} > say what is wrong, and with which address`,
  ),
  must(
    "directory-undeclared",
    "error-handling",
    "Without directoryRead the method is unknown.",
    `${publishing} > declares an empty object without directory reads, and does not know the method then`,
  ),
];
