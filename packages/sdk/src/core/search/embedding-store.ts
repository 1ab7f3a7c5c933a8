import { waitFor } from "../source/wait-for.ts";
import { type Embed, embedTexts, unitVector } from "./embed-texts.ts";
import type { SkillCandidate } from "./skill-matcher.ts";

const READS_AT_ONCE = 32;
const BODY_CHARACTERS = 2_000;

type CachedVector = ArrayLike<number> | null | undefined;

/** Keeps vectors by digest. What it does not have, fails to give or has of another model is embedded again. */
export interface EmbeddingCache {
  get(digest: string): Promise<CachedVector> | CachedVector;
  set(digest: string, vector: ArrayLike<number>): unknown;
}

interface Row {
  readonly revision: string;
  readonly digest: string;
  readonly vector: Float32Array;
}

interface Wanted {
  readonly candidate: SkillCandidate;
  readonly digest: string;
  readonly text: string;
}

/** The vectors of a corpus. An update that fails leaves the rows as they were; vectors it paid for are not lost. */
export class EmbeddingStore {
  rows: ReadonlyMap<string, Row> = new Map();
  /** Of the model's vectors. The cache may have others, so that it is not asked before this is known. */
  dimension: number | undefined;
  readonly #embed: Embed;
  readonly #cache: EmbeddingCache | undefined;
  readonly #batchSize: number;
  #vectors = new Map<string, Float32Array>();

  constructor(embed: Embed, cache: EmbeddingCache | undefined, batchSize: number) {
    this.#embed = embed;
    this.#cache = cache;
    this.#batchSize = batchSize;
  }

  async update(corpus: readonly SkillCandidate[], signal: AbortSignal): Promise<void> {
    const changed = corpus.filter(({ id, revision }) => this.rows.get(id)?.revision !== revision);
    const digests = new Map<string, string>();
    const missing = new Map<string, string>();
    for (let at = 0; at < changed.length; at += READS_AT_ONCE) {
      const batch = changed.slice(at, at + READS_AT_ONCE);
      const wanted = await waitFor(Promise.all(batch.map(describe)), signal);
      for (const { candidate, digest } of wanted) if (!digests.has(candidate.id)) digests.set(candidate.id, digest);
      await this.#fetch(wanted, missing, signal);
      while (missing.size >= this.#batchSize) await this.#embedSome(missing, signal);
    }
    if (missing.size > 0) await this.#embedSome(missing, signal);
    const rows = new Map<string, Row>();
    for (const { id, revision } of corpus) {
      if (rows.has(id)) continue;
      const digest = digests.get(id) ?? this.rows.get(id)?.digest ?? "";
      const vector = this.#vectors.get(digest);
      if (vector !== undefined) rows.set(id, { revision, digest, vector });
    }
    this.rows = rows;
    this.#vectors = new Map(Array.from(rows.values(), ({ digest, vector }) => [digest, vector]));
    if (rows.size === 0) this.dimension = undefined;
  }

  /** Takes vectors from the cache; what is not there waits for a full batch. */
  async #fetch(wanted: readonly Wanted[], missing: Map<string, string>, signal: AbortSignal): Promise<void> {
    for (const { digest, text } of wanted) {
      if (this.#vectors.has(digest) || missing.has(digest)) continue;
      const cached = await waitFor(this.#cached(digest), signal);
      if (cached === undefined) missing.set(digest, text);
      else this.#keep(digest, cached);
    }
  }

  async #embedSome(missing: Map<string, string>, signal: AbortSignal): Promise<void> {
    const batch = [...missing].slice(0, this.#batchSize);
    const texts = batch.map(([, text]) => text);
    const vectors = await embedTexts(this.#embed, texts, this.dimension, signal);
    for (const [place, [digest]] of batch.entries()) {
      const vector = vectors[place] as Float32Array;
      this.#keep(digest, vector);
      missing.delete(digest);
      await waitFor(this.#remember(digest, vector), signal);
    }
  }

  async #cached(digest: string): Promise<Float32Array | undefined> {
    try {
      const vector = await this.#cache?.get(digest);
      return vector === undefined ? undefined : unitVector(vector, this.dimension);
    } catch {
      return undefined;
    }
  }

  async #remember(digest: string, vector: Float32Array): Promise<void> {
    try {
      await this.#cache?.set(digest, vector);
    } catch {
      // It is embedded again next time.
    }
  }

  #keep(digest: string, vector: Float32Array): void {
    this.dimension ??= vector.length;
    this.#vectors.set(digest, vector);
  }
}

async function describe(candidate: SkillCandidate): Promise<Wanted> {
  const body = await candidate.body();
  const text = `${candidate.name}\n${candidate.description}\n${body.slice(0, BODY_CHARACTERS)}`.trim();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return { candidate, text, digest: Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("") };
}
