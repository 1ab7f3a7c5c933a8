/** What the specification asks of a host, and the test that shows it. */
export interface HostRequirement {
  readonly id: string;
  /** In our own words. */
  readonly clause: string;
  readonly url: string;
  readonly level: "MUST" | "MUST NOT" | "SHOULD" | "MAY";
  /** `file > name`, or `file > beginning of the name…` for a test that a table makes. */
  readonly test: string;
}

const spec = "https://github.com/modelcontextprotocol/ext-skills/blob/main/specification/stable/skills.mdx";
const threats = "https://github.com/modelcontextprotocol/ext-skills/blob/main/docs/threat-model.md";

type Row = readonly [id: string, level: HostRequirement["level"], clause: string, test: string];

/** The rows of one section; the anchor is that of the page. */
function section(page: string, anchor: string, rows: readonly Row[]): HostRequirement[] {
  return rows.map(([id, level, clause, test]) => ({ id, level, clause, url: `${page}#${anchor}`, test }));
}

export const hostRequirements: readonly HostRequirement[] = [
  ...section(spec, "capability-negotiation", [
    [
      "cap-declared",
      "MUST NOT",
      "calls skills/list or skills/get before the server declared the extension",
      "source.test.ts > calls nothing of the extension before the server declared it, and never reads directories",
    ],
    [
      "cap-directory",
      "MUST NOT",
      "calls resources/directory/read where it is not declared; here it never does",
      "source.test.ts > calls nothing of the extension before the server declared it, and never reads directories",
    ],
  ]),
  ...section(spec, "resource-mapping", [
    [
      "map-authority",
      "MUST NOT",
      "resolves the authority of a URI over a network",
      "source.test.ts > resolves no authority: nothing but the client is asked, whatever the scheme",
    ],
    [
      "map-scheme",
      "MUST NOT",
      "takes a resource for a skill because of its scheme",
      "source.test.ts > does not take a resource for a skill because of its scheme",
    ],
    [
      "map-any-scheme",
      "MUST",
      "takes skills under any scheme of the server's",
      "source.test.ts > takes any scheme, and lets none pass for another",
    ],
    [
      "map-name",
      "MUST",
      "the last segment of the path is the name",
      "hostile.test.ts > lists a name that imitates another skill: name-mismatch, and its neighbours load",
    ],
    [
      "map-name-rules",
      "MUST",
      "the name keeps the rules for names",
      "hostile.test.ts > lists a name against the rules: name-invalid, and its neighbours load",
    ],
    [
      "map-skill-md",
      "MUST",
      "the URI names a SKILL.md in a folder",
      "hostile.test.ts > lists a URI that is no SKILL.md: uri-not-skill, and its neighbours load",
    ],
  ]),
  ...section(spec, "nested-skills", [
    [
      "nest-content",
      "MUST NOT",
      "acts on the frontmatter of a nested SKILL.md that is read as a file",
      "trust.test.ts > is plain content of the outer one: reading it activates nothing",
    ],
    [
      "nest-consent",
      "MUST",
      "activating a nested skill needs consent of its own",
      "trust.test.ts > needs an approval of its own, which says where it is nested",
    ],
    [
      "nest-flat",
      "MUST",
      "a nested skill is one only if the server publishes it",
      "trust.test.ts > that is not listed is no skill",
    ],
  ]),
  ...section(spec, "skill-uris", [
    [
      "id-pair",
      "MUST",
      "server and URI are kept together in registry, approvals, cache and tools",
      "source.test.ts > is the pair of label and URI: the same URI on two servers gives two skills",
    ],
    [
      "id-approvals",
      "MUST NOT",
      "keys an approval on the URI alone",
      "trust.test.ts > of one server is not approved by that of another with the same files",
    ],
    [
      "id-cache",
      "MUST",
      "a place in the cache has the server in it, and the URI",
      "trust.test.ts > has the server and the URI in each place, so that no two skills share one",
    ],
    [
      "id-stable",
      "MUST",
      "identity does not depend on what else is listed",
      "source.test.ts > stays the same whatever else is listed",
    ],
  ]),
  ...section(spec, "frontmatter", [
    [
      "fm-identical",
      "MUST",
      "the entry's frontmatter is that of the file",
      "scenarios.test.ts > sep-2640-client-verify-frontmatter: a frontmatter that is not the entry's stops the load",
    ],
    [
      "fm-reserved",
      "SHOULD",
      "metadata under the reserved prefix that is not known is ignored",
      "source.test.ts > gives metadata that extensions reserve no meaning",
    ],
  ]),
  ...section(spec, "names", [
    [
      "name-unique",
      "MUST NOT",
      "assumes that names are unique",
      "source.test.ts > does not count on names: the same name at two URIs of one server gives two skills",
    ],
    [
      "name-disambiguate",
      "MUST",
      "tells skills of one name in one list apart",
      "source.test.ts > does not count on names: the same name at two URIs of one server gives two skills",
    ],
    [
      "name-namespace",
      "MUST",
      "resolves names of different origins in a namespace each, by the host's label",
      "source.test.ts > comes from the host's label, not from what the server calls itself",
    ],
    [
      "name-shadow",
      "MUST NOT",
      "lets a server's skill shadow one of any other origin",
      "source.test.ts > of a server never shadow a local skill, even when it is merged first",
    ],
  ]),
  ...section(spec, "resources", [
    [
      "res-required",
      "MUST NOT",
      "loads an entry without resources",
      "hostile.test.ts > lists no manifest: manifest-missing, and its neighbours load",
    ],
    [
      "res-value",
      "MUST NOT",
      'loads an entry whose resources are neither a list nor "dynamic"',
      "hostile.test.ts > lists a manifest that is another word: manifest-missing, and its neighbours load",
    ],
    [
      "res-self",
      "MUST",
      "the list holds the SKILL.md",
      "hostile.test.ts > lists a manifest without the SKILL.md: manifest-incomplete, and its neighbours load",
    ],
    [
      "res-once",
      "MUST",
      "each file is listed once",
      "hostile.test.ts > lists a file twice, under two spellings: manifest-repeated, and its neighbours load",
    ],
    [
      "res-inside",
      "MUST",
      "each file lies in the skill's folder",
      "hostile.test.ts > lists a file of another skill: manifest-outside, and its neighbours load",
    ],
    [
      "res-digest",
      "MUST",
      "digests are sha256: and 64 lower-case digits",
      "hostile.test.ts > lists a digest in capitals: manifest-digest, and its neighbours load",
    ],
    [
      "res-size",
      "MUST",
      "each file has a size, and another size is a failure",
      "scenarios.test.ts > sep-2640-client-verify-size: bytes beyond the listed size stop the load",
    ],
    [
      "res-nested",
      "MUST",
      "a change of a nested skill is one of the outer skill",
      "trust.test.ts > that changes is a change of the outer one",
    ],
    [
      "res-dynamic",
      "MAY",
      "declines skills that are dynamic",
      "hostile.test.ts > lists a dynamic skill, where those are declined: manifest-dynamic, and its neighbours load",
    ],
  ]),
  ...section(spec, "limits", [
    [
      "lim-support",
      "MUST",
      "takes skills of 512 files and 16 MiB",
      "source.test.ts > takes 512 files and 16 MiB, and says why it takes no more",
    ],
    [
      "lim-reason",
      "SHOULD",
      "says why it declines a larger one",
      "source.test.ts > takes 512 files and 16 MiB, and says why it takes no more",
    ],
    [
      "lim-dynamic",
      "MAY",
      "stops loading a dynamic skill at the limit",
      "hostile.test.ts > serves a dynamic skill without end: content-large, nothing loads",
    ],
  ]),
  ...section(spec, "listing-skills", [
    [
      "list-partial",
      "MUST NOT",
      "takes an empty list for proof that there are no skills",
      "source.test.ts > takes a skill by its URI alone, though the list is empty",
    ],
    [
      "list-by-uri",
      "MUST",
      "loads a skill given only its URI",
      "source.test.ts > takes a skill by its URI alone, though the list is empty",
    ],
    ["list-pages", "MUST", "walks the pages", "source.test.ts > walks the pages of a long list"],
    [
      "list-complete",
      "MUST",
      "takes a result that is complete, and no other",
      "modern.test.ts > answers with a result that is not complete: result-incomplete",
    ],
    [
      "list-ttl",
      "MUST NOT",
      "takes a caching hint for integrity",
      "source.test.ts > takes ttlMs for a hint: a list that calls itself fresh is asked for anew, and verified all the same",
    ],
  ]),
  ...section(spec, "getting-a-skill", [
    [
      "get-same",
      "MUST",
      "takes the entry of the skill that was asked for, and no other",
      "hostile.test.ts > answers by URI with the same URI twice, once as a decoy: uri-repeated",
    ],
    [
      "get-refresh",
      "MUST",
      "takes one skill's entry anew without the whole list",
      "source.test.ts > while it is in use keeps new files out, until it is loaded again",
    ],
  ]),
  ...section(spec, "reading-skill-content", [
    [
      "read-no-load",
      "MUST NOT",
      "takes a plain read of a SKILL.md for a load",
      "trust.test.ts > is not given by a plain read of the SKILL.md",
    ],
    [
      "read-relative",
      "MUST",
      "resolves relative paths against the skill's own root",
      "source.test.ts > resolves a path against the skill's own root, nested or not",
    ],
  ]),
  ...section(spec, "verification-on-read", [
    [
      "ver-digest",
      "MUST",
      "verifies the digest of each file that is read",
      "scenarios.test.ts > sep-2640-client-verify-digest: other bytes of the same length stop the load",
    ],
    [
      "ver-files",
      "MUST",
      "verifies supporting files as well",
      "hostile.test.ts > serves a file swapped for one of the same size: file-digest, the file stays out",
    ],
    [
      "ver-unused",
      "MUST NOT",
      "uses content that failed",
      "hostile.test.ts > serves content swapped between list and read: file-digest, nothing loads",
    ],
    [
      "ver-stale",
      "MUST",
      "recovers by a fresh entry, which ends the approval",
      "source.test.ts > after the list is asked for anew, and must be loaded again",
    ],
  ]),
  ...section(spec, "the-acting-window-and-the-held-entry", [
    [
      "act-listed",
      "MUST",
      "reads files that the held entry lists, and no others",
      "scenarios.test.ts > sep-2640-client-verify-unlisted: a file that the entry lacks is never asked for",
    ],
    [
      "act-unlisted",
      "MUST",
      "takes a read of an unlisted file for a failure",
      "source.test.ts > refuses an unlisted file without asking the server",
    ],
    [
      "act-held",
      "MUST",
      "keeps to the entry that the skill was loaded by",
      "source.test.ts > while it is in use keeps new files out, until it is loaded again",
    ],
  ]),
  ...section(spec, "frontmatter-verification", [
    [
      "fmv-fields",
      "MUST",
      "compares the frontmatter field by field",
      "hostile.test.ts > serves a field that the entry does not show: file-frontmatter, nothing loads",
    ],
    [
      "fmv-types",
      "MUST",
      "takes any difference for a failure",
      "hostile.test.ts > serves a field of another type: file-frontmatter, nothing loads",
    ],
    [
      "fmv-dynamic",
      "MUST",
      "compares that of dynamic skills as well",
      "hostile.test.ts > serves a dynamic skill with another frontmatter: file-frontmatter, nothing loads",
    ],
  ]),
  ...section(spec, "lazy-retrieval", [
    [
      "lazy-none",
      "MUST NOT",
      "reads files on connection, on listing or at approval",
      "source.test.ts > is lazy: listing, describing and approving read no file",
    ],
    [
      "lazy-scenario",
      "MUST NOT",
      "reads files before a skill is loaded",
      "scenarios.test.ts > sep-2640-client-no-prefetch: after a listing nothing was read",
    ],
    [
      "lazy-cache",
      "SHOULD",
      "keeps what it read, and fetches what has another digest",
      "trust.test.ts > serves what was verified without asking again, and fetches what has another digest",
    ],
  ]),
  ...section(spec, "digests-are-not-a-trust-anchor", [
    [
      "digest-no-trust",
      "MUST NOT",
      "takes a match for a reason to trust",
      "trust.test.ts > is not what makes a skill trusted: a match shows consistency, and an approval is still asked for",
    ],
  ]),
  ...section(spec, "directory-reads-and-the-held-entry", [
    [
      "dir-extend",
      "MUST NOT",
      "shows or reads a file that came after the held entry",
      "source.test.ts > while it is in use keeps new files out, until it is loaded again",
    ],
    [
      "dir-changed",
      "SHOULD",
      "presents it as a skill that changed, not as a read error",
      "source.test.ts > after the list is asked for anew, and must be loaded again",
    ],
  ]),
  ...section(spec, "security-considerations", [
    [
      "sec-untrusted",
      "MUST",
      "treats content as untrusted input",
      "trust.test.ts > cannot be broken out of by what a server writes",
    ],
    [
      "sec-higher-risk",
      "MUST",
      "treats skills as riskier than tools: loading can be gated, running always is",
      "trust.test.ts > that is refused keeps the skill and its files out",
    ],
    [
      "sec-origin",
      "MUST",
      "tags content with the server where it enters the context",
      "trust.test.ts > names the server of each skill, in the catalog and around the instructions",
    ],
    [
      "sec-origin-local",
      "MUST NOT",
      "shows a server's skill like a local one",
      "trust.test.ts > names the server of each skill, in the catalog and around the instructions",
    ],
    [
      "sec-exec-fields",
      "MUST",
      "ignores hooks and other fields that run something",
      "trust.test.ts > that a skill asks for are not granted: its script still needs an approval, and its hooks are text",
    ],
    [
      "sec-exec-approval",
      "MUST NOT",
      "runs anything without an approval of that skill",
      "trust.test.ts > runs with an approval of exactly these files, and any change needs another one",
    ],
    [
      "sec-reads-origin",
      "MUST",
      "binds reads to the skill's own server",
      "source.test.ts > asks the skill's own server and no other",
    ],
    [
      "sec-reads-cross",
      "MUST",
      "gates each read of another server's content behind an approval; here there is no such read",
      "source.test.ts > asks the skill's own server and no other",
    ],
    [
      "sec-label",
      "MUST",
      "knows servers by a label of the host's",
      "source.test.ts > comes from the host's label, not from what the server calls itself",
    ],
    [
      "sec-label-sound",
      "MUST",
      "takes no label that could be taken for something else",
      "source.test.ts > refuses labels that could be taken for something else",
    ],
    [
      "sec-names",
      "MUST NOT",
      "lets a skill intercept calls of one with its name",
      "source.test.ts > of a server never shadow a local skill, even when it is merged first",
    ],
    [
      "sec-collisions",
      "SHOULD",
      "tells the person of shared names",
      "source.test.ts > of a server never shadow a local skill, even when it is merged first",
    ],
    [
      "sec-allowed-tools",
      "MUST",
      "ignores allowed-tools",
      "trust.test.ts > that a skill asks for are not granted: its script still needs an approval, and its hooks are text",
    ],
    [
      "sec-permissions",
      "MUST NOT",
      "honours any field that widens what the model may use",
      "trust.test.ts > that a skill asks for are not granted: its script still needs an approval, and its hooks are text",
    ],
    [
      "sec-directives",
      "MUST NOT",
      "gives skills more authority than other context",
      "trust.test.ts > cannot be broken out of by what a server writes",
    ],
    [
      "sec-nested",
      "MUST",
      "asks again for a nested skill",
      "trust.test.ts > needs an approval of its own, which says where it is nested",
    ],
    [
      "sec-provenance",
      "SHOULD",
      "says which server a skill is from when it is presented",
      "trust.test.ts > comes before anything is read, shows what it is for, and holds while nothing changes",
    ],
    [
      "sec-inspect",
      "SHOULD",
      "lets people look at a skill before it is loaded",
      "trust.test.ts > lets somebody look at the skill first",
    ],
    [
      "sec-gate",
      "MAY",
      "gates loading behind an approval",
      "trust.test.ts > that is refused keeps the skill and its files out",
    ],
    [
      "sec-asked-rights",
      "SHOULD",
      "shows which rights a skill asked for in vain",
      "trust.test.ts > that a skill asks for are shown to whoever approves it",
    ],
    [
      "sec-bound",
      "MUST",
      "binds an approval to every URI and digest",
      "trust.test.ts > runs with an approval of exactly these files, and any change needs another one",
    ],
    [
      "sec-revoked",
      "MUST",
      "ends an approval when a file changed, came or went",
      "trust.test.ts > ends when a listing shows another set of files: one changed, one added, one removed",
    ],
    [
      "sec-revoked-kept",
      "MUST",
      "ends a remembered approval, even if the content comes back",
      "trust.test.ts > is kept in the store that local skills use, across processes, until any file changes",
    ],
    [
      "sec-revoked-asked",
      "MUST",
      "does not take an approval of what was swapped meanwhile",
      "trust.test.ts > does not hold for what the server swapped while somebody was asked",
    ],
    [
      "sec-dynamic",
      "MUST NOT",
      "lets an approval cover whatever a dynamic skill serves",
      "source.test.ts > is asked about at each load, as no approval can hold for it",
    ],
    [
      "sec-dynamic-run",
      "MUST NOT",
      "runs anything of a skill that cannot be verified",
      "source.test.ts > is marked, cannot be pinned, and offers nothing to run",
    ],
    [
      "sec-cache",
      "SHOULD",
      "caches on demand",
      "trust.test.ts > serves what was verified without asking again, and fetches what has another digest",
    ],
    [
      "sec-cache-hash",
      "MUST",
      "hashes cached bytes at each use",
      "trust.test.ts > on disk is hashed at each use: what others wrote there is not believed",
    ],
    [
      "sec-cache-place",
      "MUST",
      "caches outside of every discovery path",
      "trust.test.ts > has the server and the URI in each place, so that no two skills share one",
    ],
    [
      "sec-cache-origin",
      "MUST",
      "cached content stays the server's, after a restart too",
      "trust.test.ts > is not what makes a skill trusted: a match shows consistency, and an approval is still asked for",
    ],
    [
      "sec-cache-remove",
      "SHOULD",
      "forgets a server's content when the server is removed",
      "trust.test.ts > is emptied when the host drops the server, and its approvals go too",
    ],
  ]),
  ...section(threats, "threat-catalog", [
    [
      "thr-hidden",
      "MUST",
      "hidden Unicode text reaches no model (T1)",
      "hostile.test.ts > serves Unicode tags in the instructions: hidden-text, nothing loads",
    ],
    [
      "thr-file-uri",
      "MUST",
      "file: is matched as a scheme, in each of its forms (T5)",
      "hostile.test.ts > lists a file: URI without an authority: uri-scheme, and its neighbours load",
    ],
    [
      "thr-traversal",
      "MUST",
      "a file that leads out of the folder is refused (T5)",
      "hostile.test.ts > lists a file that leaves the folder, encoded: uri-traversal, and its neighbours load",
    ],
    [
      "thr-size",
      "MUST",
      "size is checked before anything is decoded (T6)",
      "hostile.test.ts > serves a gigantic file as bytes: file-size, the file stays out",
    ],
    [
      "thr-budget",
      "MUST",
      "there is a budget for each server (T6)",
      "hostile.test.ts > serves more files than the hour's budget: budget-spent, the file stays out",
    ],
    [
      "thr-pages",
      "MUST",
      "pages have an end (T6)",
      "hostile.test.ts > lists with new cursors without end: pages-endless, other sources stay",
    ],
    [
      "thr-collision",
      "MUST",
      "paths that a file system could confuse are refused (App. A)",
      "hostile.test.ts > lists files that differ in case alone: manifest-collision, and its neighbours load",
    ],
    [
      "thr-input",
      "MUST NOT",
      "lets a read ask the person something in the server's name",
      "modern.test.ts > answers a read by asking for input: result-incomplete, and nobody is asked",
    ],
  ]),
];
