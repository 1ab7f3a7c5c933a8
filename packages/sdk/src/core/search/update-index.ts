import { waitFor } from "../source/wait-for.ts";
import { BODY, DESCRIPTION, NAME } from "./field-layout.ts";
import type { LexicalIndex } from "./lexical-index.ts";
import { Pacer } from "./pacer.ts";
import type { SkillCandidate } from "./skill-matcher.ts";

const READS_AT_ONCE = 32;
const CANDIDATES_PER_CHECK = 1_024;
const CHARACTERS_PER_CHECK = 2_048;
const MOST_NAME = 512;
const MOST_DESCRIPTION = 8_192;
const MOST_BODY = 1 << 18;

/** Makes an index that of a corpus. Only new and changed skills are read; what is done when it stops is not lost. */
export async function updateIndex(
  index: LexicalIndex,
  corpus: readonly SkillCandidate[],
  signal: AbortSignal,
): Promise<void> {
  const pacer = new Pacer(signal);
  const wanted = await dropOthers(index, corpus, pacer);
  for (let at = 0; at < wanted.length; at += READS_AT_ONCE) {
    const batch = wanted.slice(at, at + READS_AT_ONCE);
    const bodies = await waitFor(Promise.all(batch.map((candidate) => candidate.body())), signal);
    for (const [place, candidate] of batch.entries()) {
      await addCandidate(index, candidate, bodies[place] ?? "", pacer);
      if (index.full) await index.settle(pacer);
    }
  }
  await index.settle(pacer);
  await index.sweep(pacer);
}

/** Removes what the corpus no longer has, or has otherwise; the candidates to add. Of equal ids the first counts. */
async function dropOthers(
  index: LexicalIndex,
  corpus: readonly SkillCandidate[],
  pacer: Pacer,
): Promise<SkillCandidate[]> {
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
  return [...wanted.values()];
}

async function addCandidate(
  index: LexicalIndex,
  { id, revision, name, description }: SkillCandidate,
  body: string,
  pacer: Pacer,
): Promise<void> {
  try {
    const lengths = { name: index.addText(name.slice(0, MOST_NAME), NAME), description: 0, body: 0 };
    index.addNameKey();
    lengths.description = index.addText(description.slice(0, MOST_DESCRIPTION), DESCRIPTION);
    const end = Math.min(body.length, MOST_BODY);
    for (let start = 0; start < end;) {
      const stop = pieceEnd(body, start, end);
      lengths.body += index.addText(body, BODY, start, stop);
      start = stop;
      if (pacer.due()) await pacer.pause();
    }
    index.commit(id, revision, lengths);
  } catch (error) {
    index.discard();
    throw error;
  }
}

/** Where a long text may be cut: behind a space, if there is one near. */
function pieceEnd(text: string, start: number, end: number): number {
  const most = start + CHARACTERS_PER_CHECK;
  if (most >= end) return end;
  for (let at = most; at > most - 256; at--) if (text.charCodeAt(at - 1) <= 32) return at;
  return (text.charCodeAt(most - 1) & 0xfc00) === 0xd800 ? most - 1 : most;
}
