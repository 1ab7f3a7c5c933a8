import { type SkillEntry, SkillError, type SkillResource } from "@tradecraft/sdk";
import { estimateTokenCount } from "tokenx";
import { mapInOrder } from "../map-in-order.ts";
import { oneLine } from "../text/one-line.ts";
import type { Catalog } from "./open-catalog.ts";

/** What a skill costs at each level, in tokens, estimated; null where nobody looked or nothing could be read. */
export interface SkillTokens {
  /** Its line in the catalog, which every conversation pays; 0 where a model may not choose it. */
  readonly catalog: number;
  readonly instructions: number | null;
  /** All bundled text files together. */
  readonly files: number | null;
  /** Some files were too large or too many to count: `files` is the least it can be. */
  readonly partial: boolean;
}

/** What measuring one skill gave. */
export interface TokenMeasurement {
  readonly tokens: SkillTokens;
  /** Why its instructions could not be read. */
  readonly failure?: SkillError;
}

export interface MeasureTokensOptions {
  /** Only the catalog: nothing is read. Default false. */
  readonly fast?: boolean;
}

const concurrency = 16;
const maxFileBytes = 512 * 1024;
/** Per skill: what is counted beyond this would keep people waiting for one skill. */
const maxTotalBytes = 4 * 1024 * 1024;
const maxFiles = 500;
const binary =
  /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|tiff?|pdf|zip|t?gz|tar|7z|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|mov|webm|wasm|so|dll|dylib|exe|bin|pyc|class|jar|docx|xlsx|pptx|sqlite|db)$/i;

/** Tokens of a skill's line in the catalog. */
export function catalogTokens({ id, description, disableModelInvocation }: SkillEntry): number {
  return disableModelInvocation === true ? 0 : estimateTokenCount(`- ${id}: ${oneLine(description)}\n`);
}

/** Measures skills one after the other, in their order, reading several ahead. */
export function measureTokens(
  catalog: Pick<Catalog, "registry" | "source">,
  entries: Iterable<SkillEntry>,
  { fast = false }: MeasureTokensOptions = {},
): AsyncGenerator<TokenMeasurement, void, undefined> {
  return mapInOrder(entries, concurrency, async (entry): Promise<TokenMeasurement> => {
    const own = catalogTokens(entry);
    if (fast) return { tokens: { catalog: own, instructions: null, files: null, partial: false } };
    const manifest = await orFailure(() => catalog.registry.trigger(entry.id));
    const files = await orFailure(() => measureFiles(catalog, entry.id));
    const isRead = !SkillError.is(manifest);
    const tokens = {
      catalog: own,
      instructions: isRead ? estimateTokenCount(manifest.body) : null,
      ...(SkillError.is(files) ? { files: null, partial: false } : { files: files.tokens, partial: files.partial }),
    };
    return isRead ? { tokens } : { tokens, failure: manifest };
  });
}

async function measureFiles(
  { registry, source }: Pick<Catalog, "registry" | "source">,
  id: string,
): Promise<{ tokens: number; partial: boolean }> {
  const files = ((await source.listResources?.(id)) ?? []).filter(({ path }) => !binary.test(path));
  const countable = pickCountable(files);
  let tokens = 0;
  let partial = countable.length < files.length;
  for (const { path } of countable) {
    const content = await orFailure(() => registry.resource(id, path));
    if (typeof content === "string") tokens += estimateTokenCount(content);
    else if (SkillError.is(content)) partial = true;
  }
  return { tokens, partial };
}

function pickCountable(files: readonly SkillResource[]): SkillResource[] {
  let total = 0;
  const small = files.filter(({ size = 0 }) => size <= maxFileBytes && (total += size) <= maxTotalBytes);
  return small.slice(0, maxFiles);
}

/** What cannot be read is counted nowhere; the rest still is. */
async function orFailure<Result>(read: () => Promise<Result>): Promise<Result | SkillError> {
  try {
    return await read();
  } catch (error) {
    if (SkillError.is(error)) return error;
    throw error;
  }
}
