import { SkillError } from "../../core/errors.ts";
import { fileFetcher } from "./file/file-fetcher.ts";
import { gitFetcher } from "./git/git-fetcher.ts";
import { marketplaceFetcher } from "./marketplace/marketplace-fetcher.ts";
import { skillSourceFetcher, type SkillSourceFetcherOptions } from "./mcp/skill-source-fetcher.ts";
import { npmFetcher } from "./npm/npm-fetcher.ts";
import type { SkillFetchers } from "./skill-fetcher.ts";
import { wellKnownFetcher } from "./well-known/well-known-fetcher.ts";

export interface CreateSkillFetchersOptions {
  /** Connects to an MCP server, with `mcpSkillSource` of `/mcp`; without it, `mcp` sources are refused. */
  readonly openMcp?: SkillSourceFetcherOptions["open"];
}

/** A fetcher for each kind of source. */
export function createSkillFetchers({ openMcp = cannotConnect }: CreateSkillFetchersOptions = {}): SkillFetchers {
  const git = gitFetcher();
  const npm = npmFetcher();
  return {
    git,
    npm,
    file: fileFetcher(),
    "claude-marketplace": marketplaceFetcher({ git, npm }),
    "well-known": wellKnownFetcher(),
    mcp: skillSourceFetcher({ open: openMcp }),
  };
}

function cannotConnect(): never {
  throw new SkillError("source-unavailable", "Nothing here connects to MCP servers: give `openMcp`.");
}
