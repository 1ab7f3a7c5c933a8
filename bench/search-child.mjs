// One measurement in a process of its own; prints JSON.
//
//   node --expose-gc bench/search-child.mjs quality|cost|known-item <contestant>
//   node --expose-gc bench/search-child.mjs curve <number of skills>

import { monitorEventLoopDelay } from "node:perf_hooks";
import { LexicalIndex } from "../packages/sdk/dist/core/search/lexical-index.js";
import { LexicalSearch } from "../packages/sdk/dist/core/search/lexical-search.js";
import { resolveLexicalOptions } from "../packages/sdk/dist/core/search/resolve-lexical-options.js";
import { updateIndex } from "../packages/sdk/dist/core/search/update-index.js";
import { searchContestants } from "./search-contestants.mjs";
import { readDocuments, readMetatool, synthesize } from "./search-data.mjs";

const PASSES = 6;
const [job, argument] = process.argv.slice(2);
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const byValue = (left, right) => left - right;

/** Recalls and the mean reciprocal rank, over all queries and over each half. */
async function quality() {
  const { docs, queries } = readMetatool();
  const search = await searchContestants[argument](docs.map((doc) => ({ ...doc, body: "" })));
  const halves = [[], []];
  for (const [index, [query, id]] of queries.entries()) halves[index % 2].push((await search(query)).indexOf(id));
  const figures = (places) => {
    const recall = (k) => places.filter((place) => place >= 0 && place < k).length / places.length;
    const mrr = places.reduce((sum, place) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0) / places.length;
    return { r1: recall(1), r3: recall(3), r5: recall(5), r10: recall(10), mrr };
  };
  return { all: figures(halves.flat()), tuned: figures(halves[0]), heldOut: figures(halves[1]) };
}

/** Best index time of several, and the median query; the descriptions are the queries. */
async function cost() {
  const documents = readDocuments();
  let index = Infinity;
  let search;
  for (let pass = 0; pass < PASSES; pass++) {
    search = undefined;
    globalThis.gc?.();
    const start = performance.now();
    search = await searchContestants[argument](documents);
    index = Math.min(index, performance.now() - start);
  }
  const queries = documents.map(({ description }) => description).filter((_, place) => place % 4 === 0);
  const rounds = [];
  for (let round = 0; round < 3; round++) {
    const times = [];
    for (const query of queries) {
      const start = performance.now();
      await search(query);
      times.push(performance.now() - start);
    }
    rounds.push(at(times.sort(byValue), 0.5));
  }
  return { documents: documents.length, index, p50: Math.min(...rounds) };
}

/** Finds a skill by its description in an index without descriptions. */
async function knownItem() {
  const distinct = new Map(readDocuments().map((document) => [document.body.trim(), document]));
  const documents = [...distinct.values()].filter(({ body, description }) => body.trim() !== "" && description !== "");
  const search = await searchContestants[argument](documents.map((document) => ({ ...document, description: "" })));
  let found = 0;
  for (const { id, description } of documents) if ((await search(description)).includes(id)) found++;
  return { documents: documents.length, r10: found / documents.length };
}

async function curve() {
  const documents = readDocuments();
  const corpus = synthesize(documents, Number(argument));
  const index = new LexicalIndex();
  const search = new LexicalSearch(resolveLexicalOptions({}));
  globalThis.gc?.();
  const before = process.memoryUsage();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await updateIndex(index, corpus, { bodies: true, bodyWait: Infinity }, new AbortController().signal);
  const seconds = (performance.now() - start) / 1000;
  delay.disable();
  globalThis.gc?.();
  const after = process.memoryUsage();
  const used = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  const measure = (queries) => {
    for (const query of queries.slice(0, 50)) search.search(index, query, 10, 0);
    const times = [];
    const touched = [];
    for (const query of queries) {
      const from = performance.now();
      search.search(index, query, 10, 0);
      times.push(performance.now() - from);
      touched.push(search.touched);
    }
    times.sort(byValue);
    touched.sort(byValue);
    return { p50: at(times, 0.5), p95: at(times, 0.95), touched: at(touched, 0.5) };
  };
  const questions = readMetatool().queries.filter((_, place) => place % 41 === 0);
  return {
    count: corpus.length,
    seconds,
    megabytes: used / 2 ** 20,
    segments: index.segments.length,
    longestBlock: delay.max / 1e6,
    question: measure(questions.map(([query]) => query)),
    description: measure(documents.filter((_, place) => place % 5 === 0).map(({ description }) => description)),
    rss: process.memoryUsage().rss / 2 ** 20,
    peak: process.resourceUsage().maxRSS / 1024,
  };
}

console.log(JSON.stringify(await { quality, cost, "known-item": knownItem, curve }[job]()));
