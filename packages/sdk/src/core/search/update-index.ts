import { BodyPatience } from "./body-patience.ts";
import { BodyReader } from "./body-reader.ts";
import { BODY, DESCRIPTION, NAME } from "./field-layout.ts";
import type { LexicalIndex } from "./lexical-index.ts";
import { Pacer } from "./pacer.ts";
import type { SkillCandidate } from "./skill-matcher.ts";

/** Revision of a skill without its body: another than any of its own, so that an update tries again. */
const NO_BODY = "\0";
const CANDIDATES_PER_CHECK = 1_024;
const CHARACTERS_PER_CHECK = 2_048;
const MOST_NAME = 512;
const MOST_DESCRIPTION = 8_192;
const MOST_BODY = 1 << 18;

/** How bodies get into an index. */
export interface BodyOptions {
  /** False if they are not even read. */
  readonly bodies: boolean;
  /** See `LexicalMatcherOptions`. */
  readonly bodyWait: number;
}

/**
 * Makes an index that of a corpus. Only new and changed skills are read; what is done when it stops is not lost. Skills whose
 * bodies do not come in time are added without: the reader that is returned goes on, for `addArrived`.
 */
export async function updateIndex(
  index: LexicalIndex,
  corpus: readonly SkillCandidate[],
  { bodies, bodyWait }: BodyOptions,
  signal: AbortSignal,
): Promise<BodyReader> {
  const pacer = new Pacer(signal);
  const wanted = await dropOthers(index, corpus, pacer);
  const reader = new BodyReader(bodies ? wanted : new Map());
  const patience = new BodyPatience(bodyWait);
  try {
    for (let patient = true; patient && !reader.done;) {
      patient = await patience.waits(reader, signal);
      for (const { candidate, body, error } of reader.take()) {
        if (error !== undefined) throw error;
        await addCandidate(index, candidate, candidate.revision, body, pacer);
      }
    }
    for (const candidate of bodies ? reader.missing : wanted.values()) {
      await addCandidate(index, candidate, bodies ? NO_BODY : candidate.revision, "", pacer);
    }
    await tidy(index, pacer);
    return reader;
  } catch (error) {
    reader.stop();
    throw error;
  }
}

/** Puts bodies that came late where they belong. A skill whose body failed stays as it is. */
export async function addArrived(index: LexicalIndex, reader: BodyReader, signal: AbortSignal): Promise<void> {
  const pacer = new Pacer(signal);
  for (const { candidate, body, error } of reader.take()) {
    if (error === undefined) await addCandidate(index, candidate, candidate.revision, body, pacer);
  }
  await tidy(index, pacer);
}

async function tidy(index: LexicalIndex, pacer: Pacer): Promise<void> {
  await index.settle(pacer);
  await index.sweep(pacer);
}

/** Removes what the corpus no longer has, or has otherwise; the candidates to add. Of equal ids the first counts. */
async function dropOthers(
  index: LexicalIndex,
  corpus: readonly SkillCandidate[],
  pacer: Pacer,
): Promise<Map<string, SkillCandidate>> {
  const { documents } = index;
  const kept = new Uint8Array(documents.end);
  const wanted = new Map<string, SkillCandidate>();
  for (const [at, candidate] of corpus.entries()) {
    if (at % CANDIDATES_PER_CHECK === 0 && pacer.due()) await pacer.pause();
    const doc = documents.find(candidate.id);
    if (doc !== undefined && kept[doc] === 1) continue;
    if (doc !== undefined && documents.revisions[doc] === candidate.revision && !wanted.has(candidate.id))
      kept[doc] = 1;
    else if (!wanted.has(candidate.id)) wanted.set(candidate.id, candidate);
  }
  for (let doc = 0; doc < kept.length; doc++) {
    if (doc % CANDIDATES_PER_CHECK === 0 && pacer.due()) await pacer.pause();
    if (kept[doc] === 0 && documents.alive[doc] === 1) index.remove(doc);
  }
  return wanted;
}

/** Adds a skill, in place of what the index has of it. */
async function addCandidate(
  index: LexicalIndex,
  { id, name, description }: SkillCandidate,
  revision: string,
  body: string,
  pacer: Pacer,
): Promise<void> {
  try {
    const called = name.slice(0, MOST_NAME);
    const lengths = { name: index.addText(called, NAME), description: 0, body: 0 };
    index.addNameKey(called);
    lengths.description = index.addText(description.slice(0, MOST_DESCRIPTION), DESCRIPTION);
    const end = Math.min(body.length, MOST_BODY);
    for (let start = 0; start < end;) {
      const stop = pieceEnd(body, start, end);
      lengths.body += index.addText(body, BODY, start, stop);
      start = stop;
      if (pacer.due()) await pacer.pause();
    }
    const before = index.documents.find(id);
    if (before !== undefined) index.remove(before);
    index.commit(id, revision, lengths);
  } catch (error) {
    index.discard();
    throw error;
  }
  if (index.full) await index.settle(pacer);
}

/** Where a long text may be cut: behind a space, if there is one near. */
function pieceEnd(text: string, start: number, end: number): number {
  const most = start + CHARACTERS_PER_CHECK;
  if (most >= end) return end;
  for (let at = most; at > most - 256; at--) if (text.charCodeAt(at - 1) <= 32) return at;
  return (text.charCodeAt(most - 1) & 0xfc00) === 0xd800 ? most - 1 : most;
}
