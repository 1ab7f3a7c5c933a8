/** How much of a server is taken. Times are in milliseconds. */
export interface McpSkillLimits {
  /** Pages of one listing. Default 200. */
  readonly maxPages?: number;
  /** Skills of one listing. Default 10,000. */
  readonly maxSkills?: number;
  /** Time for one request. Default 20,000. */
  readonly requestTimeout?: number;
  /** Time for all pages of a listing. Default 60,000. */
  readonly listTimeout?: number;
  /** Files of one skill, its SKILL.md included. Default 512, which every host must take. */
  readonly maxFiles?: number;
  /** Bytes of all files of one skill. Default 16 MiB, which every host must take. */
  readonly maxSkillBytes?: number;
  /** Bytes read from the server within an hour. Default 256 MiB. */
  readonly maxBytesPerHour?: number;
  /** Bytes of verified files held in memory. Default 32 MiB. */
  readonly maxCacheBytes?: number;
}

/** Limits with every default in place. */
export type ResolvedLimits = Required<McpSkillLimits>;

const defaults: ResolvedLimits = {
  maxPages: 200,
  maxSkills: 10_000,
  requestTimeout: 20_000,
  listTimeout: 60_000,
  maxFiles: 512,
  maxSkillBytes: 16 * 1024 * 1024,
  maxBytesPerHour: 256 * 1024 * 1024,
  maxCacheBytes: 32 * 1024 * 1024,
};

/** The limits with their defaults; throws for a number that is no limit. */
export function resolveLimits(limits: McpSkillLimits = {}): ResolvedLimits {
  const resolved: ResolvedLimits = { ...defaults, ...limits };
  for (const [name, value] of Object.entries(resolved)) {
    const least = name === "maxCacheBytes" ? 0 : 1;
    if (!(typeof value === "number" && value >= least))
      throw new RangeError(`${name} must be a number from ${least} on.`);
  }
  return resolved;
}
