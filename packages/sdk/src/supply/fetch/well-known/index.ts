export { wellKnownFetcher, type WellKnownFetcherOptions } from "./well-known-fetcher.ts";
