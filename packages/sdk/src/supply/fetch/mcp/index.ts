export { type OpenedSkillSource, skillSourceFetcher, type SkillSourceFetcherOptions } from "./skill-source-fetcher.ts";
