/** What to fetch from a repository: a released version, a branch or tag that may move, or one commit. Exactly one is given. */
export type Pin = { readonly version: string } | { readonly ref: string } | { readonly sha: string };

/** Which skills of a source are wanted: their names, or their folders in the source; `*` stands for anything but `/`. */
export interface Selection {
  /** Default: all. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

/** Settings that any source may have. */
export interface SourceSettings extends Selection {
  /** In place of the project's agents. */
  readonly agents?: readonly string[];
  /** In place of parts of the project's policy. */
  readonly policy?: Partial<SupplyPolicy>;
}

/** A git repository: any address that git takes, or `github:owner/repo`. */
export type GitSource = SourceSettings &
  Pin & {
    readonly type: "git";
    readonly url: string;
    /** Look for skills only below this folder of the repository. */
    readonly path?: string;
  };

/** A Claude plugin marketplace: a repository with `.claude-plugin/marketplace.json`. */
export type MarketplaceSource = SourceSettings &
  Pin & {
    readonly type: "claude-marketplace";
    readonly url: string;
    /** Default: all plugins of the marketplace. */
    readonly plugins?: readonly string[];
  };

/** A package of an npm registry; `ref` is a tag of the registry such as `latest`. */
export type NpmSource = SourceSettings &
  ({ readonly version: string } | { readonly ref: string }) & {
    readonly type: "npm";
    readonly package: string;
    /** Default: what npm itself is configured to use. */
    readonly registry?: string;
  };

/** A site with `/.well-known/agent-skills/index.json`, or the address of an archive or a SKILL.md. */
export type WellKnownSource = SourceSettings & {
  readonly type: "well-known";
  readonly url: string;
};

/** A folder of this machine, relative to the project file. */
export type FileSource = SourceSettings & {
  readonly type: "file";
  readonly path: string;
};

/** An MCP server that offers skills over Streamable HTTP. */
export type McpSource = SourceSettings & {
  readonly type: "mcp";
  readonly url: string;
};

/** Where remote skills come from. */
export type ProjectSource = GitSource | MarketplaceSource | NpmSource | WellKnownSource | FileSource | McpSource;

/** Kind of a source. */
export type ProjectSourceType = ProjectSource["type"];

/** Somebody whose signatures count: an identity of an issuer (exact, or a pattern with `*`), or the holder of a key. */
export type TrustedSigner =
  | { readonly identity: string; readonly issuer: string }
  /** A PEM file with a public key, relative to the project file. */
  | { readonly key: string };

/** What is asked of skills before they are written. */
export interface SupplyPolicy {
  /** Default `ignore`. */
  readonly signatures: "ignore" | "warn" | "require";
  readonly trusted: readonly TrustedSigner[];
}

/** Agents to install skills for. */
export interface InstallTarget {
  /** Names of agents, as `tradecraft sync --help` lists them: `claude-code`, `codex` … */
  readonly agents: readonly string[];
  /** Default `copy`. `link` keeps one copy in `.agents/skills`, and links to it. */
  readonly mode: "copy" | "link";
  /** Default `project`. */
  readonly scope: "project" | "user";
}

/** What `sync` writes. */
export interface ProjectTargets {
  /** A TypeScript module with the skills in it, relative to the project file. */
  readonly bake?: { readonly out: string };
  readonly install?: InstallTarget;
}

/** A `tradecraft.json`, as far as the supply of skills is concerned. */
export interface Project {
  /** Sources by local name. */
  readonly skills: Readonly<Record<string, ProjectSource>>;
  readonly targets: ProjectTargets;
  readonly policy: SupplyPolicy;
}
