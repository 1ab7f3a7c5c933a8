import { SkillError } from "../../core/errors.ts";
import { isNotThere } from "./ask-server.ts";
import type { ByteBudget } from "./byte-budget.ts";
import type { ContentCache } from "./content-cache.ts";
import { hasHiddenText } from "./hidden-text.ts";
import type { HeldSkill } from "./held-skill.ts";
import type { ResolvedLimits } from "./host-limits.ts";
import type { McpClient } from "./mcp-client.ts";
import { refusal } from "./mcp-refusal.ts";
import { readContent } from "./read-content.ts";
import { type ExpectedFile, verifyFile } from "./verify-file.ts";
import { verifyFrontmatter } from "./verify-frontmatter.ts";

/** What reading is done with. */
export interface FileReaderOptions {
  readonly label: string;
  readonly limits: ResolvedLimits;
  readonly cache: ContentCache;
  readonly budget: ByteBudget;
}

/** Reads files of a server's skills, one at a time and when they are wanted, and lets through what its entry describes. */
export interface FileReader {
  /** The SKILL.md, whose frontmatter says what the entry says. */
  skill(skill: HeldSkill, signal: AbortSignal | undefined): Promise<string>;
  bytes(skill: HeldSkill, path: string, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>>;
  /** Throws for a file that the entry does not list, before anybody is asked. */
  assertListed(skill: HeldSkill, path: string): void;
  /** Whether a failure may be that of an entry that is out of date. */
  mayBeStale(error: unknown): boolean;
}

/** A reader for one server. */
export function createFileReader(client: McpClient, options: FileReaderOptions): FileReader {
  const { label, limits, cache, budget } = options;

  async function fetchFile(
    skill: HeldSkill,
    file: Pick<ExpectedFile, "uri" | "size">,
    path: string,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const { uri, size } = file;
    const { maxSkillBytes: maxBytes, requestTimeout: timeout } = limits;
    // What is promised counts before it comes, what nobody promised when it is there, also if it is then refused.
    budget.spend(size ?? 0);
    const onLength = (length: number): void => budget.count(length - (size ?? 0));
    const wanted = { label, uri, maxBytes, timeout, signal, onLength, ...(size !== undefined && { size }) };
    return readContent(client, wanted).catch((error: unknown) => {
      throw isNotThere(error) ? gone(skill, path, error) : error;
    });
  }

  function gone({ entry: { id } }: HeldSkill, path: string, cause: unknown): Error {
    const facts = { server: label, id, path: path.slice(0, 200) };
    if (path === "SKILL.md") return refusal("skill-gone", `${label} no longer has the skill "${id}".`, facts, cause);
    return refusal("file-gone", `${label} no longer has this file of the skill "${id}".`, facts, cause);
  }

  async function bytes(
    skill: HeldSkill,
    path: string,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array<ArrayBuffer>> {
    signal?.throwIfAborted();
    assertListed(skill, path);
    const expected = expectedFile(skill, path);
    const place = { uri: skill.uri.canonical, digest: expected.digest ?? "" };
    const cached = expected.digest === undefined ? undefined : await cache.get(place);
    if (cached !== undefined) {
      signal?.throwIfAborted();
      return cached;
    }
    const found = await fetchFile(skill, expected, path, signal);
    if (expected.digest !== undefined) {
      await verifyFile(found, { ...expected, digest: expected.digest }, label);
      await cache.set(place, found);
    }
    signal?.throwIfAborted();
    return found;
  }

  function assertListed({ entry: { id }, files }: HeldSkill, path: string): void {
    const isScript = files === undefined && path.startsWith("scripts/");
    if (files === undefined ? !isScript : files.has(path)) return;
    throw refusal("file-unlisted", `The skill "${id}" has no file "${path.slice(0, 200)}".`, {
      server: label,
      id,
      path: path.slice(0, 200),
    });
  }

  return {
    bytes,
    assertListed,
    async skill(skill, signal) {
      const text = decode(await bytes(skill, "SKILL.md", signal));
      const facts = { server: label, uri: skill.address.slice(0, 200) };
      if (text === undefined) throw refusal("skill-not-text", `A SKILL.md of ${label} is not valid UTF-8.`, facts);
      const expected = skill.frontmatter ?? { name: skill.entry.name, description: skill.entry.description };
      verifyFrontmatter(text, expected, { label, uri: skill.address, partly: skill.frontmatter === undefined });
      if (hasHiddenText(text)) {
        throw refusal("hidden-text", `A SKILL.md of ${label} holds text that people cannot see.`, facts);
      }
      return text;
    },
    mayBeStale: (error) => {
      const reason = SkillError.is(error) ? error.facts["reason"] : undefined;
      return ["file-size", "file-digest", "file-gone", "skill-gone"].includes(String(reason));
    },
  };
}

/** What a file must be, as far as the entry says. */
function expectedFile(
  { uri, address, files, skillDigest }: HeldSkill,
  path: string,
): Pick<ExpectedFile, "uri" | "size"> & { readonly digest?: string } {
  const listed = files?.get(path);
  if (listed !== undefined) return listed;
  if (path === "SKILL.md") return { uri: address, ...(skillDigest !== undefined && { digest: skillDigest }) };
  return { uri: `${uri.root}${path.split("/").map(encodeURIComponent).join("/")}` };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
