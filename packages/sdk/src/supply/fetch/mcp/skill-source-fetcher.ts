import { SkillError } from "../../../core/errors.ts";
import { skillDigest } from "../../../core/integrity/skill-digest.ts";
import type { SkillSource } from "../../../core/source/skill-source.ts";
import type { McpSource } from "../../project/project.ts";
import { memoryTree } from "../archive/memory-tree.ts";
import { checkedEntries } from "../checked-entries.ts";
import { withoutCredentials } from "../git/git-url.ts";
import type { FetchContext, FetchedSource, SkillFetcher, SkillOrigins } from "../skill-fetcher.ts";
import { type GivenFile, readSkillSource } from "./read-skill-source.ts";

/** A source of skills that was opened for one visit. */
export interface OpenedSkillSource extends SkillSource {
  close?(): void | Promise<void>;
}

export interface SkillSourceFetcherOptions {
  /** Connects: `mcpSkillSource` of `@tradecraft/sdk/mcp` over a transport to the address. */
  open(source: McpSource, context: FetchContext): Promise<OpenedSkillSource>;
}

/** Skills of an MCP server, through any `SkillSource`. What is pinned is the digest of everything that it offers. */
export function skillSourceFetcher(options: SkillSourceFetcherOptions): SkillFetcher<McpSource> {
  return {
    type: "mcp",
    resolve: (source, context) => visit(source, context, options),
    restore: async (source, resolved, context, origins) => {
      const url = withoutCredentials(source.url);
      if (!("digest" in resolved))
        throw new SkillError("lock-invalid", `The lock has no digest for ${url}; update it.`);
      const now = await visit(source, context, options, origins);
      if (origins !== undefined) return now;
      if ("digest" in now.resolved && now.resolved.digest === resolved.digest) return now;
      const message = `${url} does not offer what it did when it was locked; update it to take what is there now.`;
      throw new SkillError("digest-mismatch", message, { facts: { url, expected: resolved.digest } });
    },
    latest: async (source, context) => {
      const { resolved } = await visit(source, context, options);
      return "digest" in resolved ? resolved.digest : undefined;
    },
  };
}

async function visit(
  source: McpSource,
  context: FetchContext,
  options: SkillSourceFetcherOptions,
  locked?: SkillOrigins,
): Promise<FetchedSource> {
  const url = withoutCredentials(source.url);
  if (context.offline) {
    const message = `${url} cannot be asked, because nothing may be asked of the network; run this once online.`;
    throw new SkillError("source-unavailable", message, { facts: { url } });
  }
  const opened = await options.open(source, context);
  try {
    const { files, folders } = await readSkillSource(opened, url, context, locked);
    const { entries } = checkedEntries(files, { limits: context.limits, where: url, unsafe: "refuse" });
    return {
      resolved: { digest: await skillDigest(entries.map(pinOf)) },
      open: async () => memoryTree(entries, folders),
    };
  } finally {
    await opened.close?.();
  }
}

function pinOf({
  path,
  size,
  executable,
  sha256,
}: GivenFile): Pick<GivenFile, "path" | "size" | "executable" | "sha256"> {
  return { path, size, executable, sha256 };
}
