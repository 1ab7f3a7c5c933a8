// The search of Tradecraft, and minisearch with the same words left out, the same stemmer and the same field weights.

import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import { lexicalMatcher } from "../packages/sdk/dist/core/search/lexical-matcher.js";
import { resolveLexicalOptions } from "../packages/sdk/dist/core/search/resolve-lexical-options.js";
import { STOP_WORDS } from "../packages/sdk/dist/core/search/stop-words.js";

const { name, description, body } = resolveLexicalOptions({});

/** Each takes [{ id, name, description, body }] and gives a search: query to ids, best first, at most 10. */
export const searchContestants = {
  async tradecraft(documents) {
    const corpus = documents.map((document) => ({ ...document, revision: "1", body: async () => document.body }));
    const matcher = lexicalMatcher();
    await matcher.match("", corpus);
    return async (query) => (await matcher.match(query, corpus, { topK: 10 })).map(({ id }) => id);
  },
  async "minisearch 7.2.0"(documents) {
    return miniSearch(documents, stemmer);
  },
  async "minisearch 7.2.0, stems remembered"(documents) {
    const stems = new Map();
    return miniSearch(documents, (word) => {
      let stem = stems.get(word);
      if (stem === undefined) stems.set(word, (stem = stemmer(word)));
      return stem;
    });
  },
};

function miniSearch(documents, stem) {
  const index = new MiniSearch({
    fields: ["name", "description", "body"],
    processTerm(term) {
      const word = term.toLowerCase();
      return STOP_WORDS.has(word) ? null : stem(word);
    },
    searchOptions: { boost: { name, description, body } },
  });
  index.addAll(documents);
  return (query) =>
    index
      .search(query)
      .slice(0, 10)
      .map(({ id }) => id);
}
