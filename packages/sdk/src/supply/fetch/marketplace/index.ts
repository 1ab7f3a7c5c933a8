export { marketplaceFetcher, type MarketplaceFetcherOptions } from "./marketplace-fetcher.ts";
