import type { SkillFile } from "../types.ts";

/** Names made of these characters are words; any other name is looked for in the text itself. */
const WORD_NAME = /^[\w.-]+$/;
const WORD = /[\w.-]+/g;
const PATH = /[\w./-]+/g;
const EDGES = /^[._-]+|[._-]+$/g;
/** What is longer is no file's name. */
const LONGEST_NAME = 255;
/** Looking a name up in the whole text is slow; past this many, names count as mentioned. */
const MOST_SEARCHES = 50;
/** How many folders of a path count, in listings and in the text. */
const MOST_FOLDERS = 8;
/** Stands for several files in the place of one. */
const SEVERAL = -1;

/** Tells which files a skill mentions: its instructions, or a file of it. Reads every text once. */
export class Mentions {
  readonly #body: string;
  readonly #files: readonly SkillFile[];
  #words: ReadonlySet<string> | undefined;
  #folders: ReadonlySet<string> | undefined;
  #fileWords: ReadonlyMap<string, number> | undefined;
  #searches = 0;

  constructor(body: string, files: readonly SkillFile[]) {
    this.#body = body;
    this.#files = files;
  }

  /** True if the file at this place of the listing is mentioned, or a folder it is in. */
  has(index: number): boolean {
    const path = this.#files[index]?.path ?? "";
    const name = path.slice(path.lastIndexOf("/") + 1);
    return this.#bodyNames(name) || this.#bodyNamesFolder(path) || this.#otherFileNames(name, index);
  }

  #bodyNames(name: string): boolean {
    if (!WORD_NAME.test(name)) return this.#search(name);
    this.#words ??= new Set(wordsOf(this.#body));
    return this.#words.has(name);
  }

  /** A folder that is mentioned as such stands for what is in it. */
  #bodyNamesFolder(path: string): boolean {
    this.#folders ??= foldersOf(this.#body);
    let slash = path.indexOf("/");
    for (let depth = 0; slash >= 0 && depth < MOST_FOLDERS; depth++) {
      const folder = path.slice(0, slash);
      if (this.#folders.has(folder)) return true;
      if (!WORD_NAME.test(folder.replaceAll("/", "")) && this.#search(`${folder}/`)) return true;
      slash = path.indexOf("/", slash + 1);
    }
    return false;
  }

  #otherFileNames(name: string, index: number): boolean {
    if (!WORD_NAME.test(name)) return this.#files.some(({ text }, at) => at !== index && text?.includes(name) === true);
    this.#fileWords ??= wordsOfFiles(this.#files);
    const by = this.#fileWords.get(name);
    return by !== undefined && by !== index;
  }

  #search(text: string): boolean {
    return ++this.#searches > MOST_SEARCHES || this.#body.includes(text);
  }
}

/** The words of a text, with and without the punctuation around them. */
function* wordsOf(text: string): Generator<string> {
  for (const word of new Set(text.match(WORD))) {
    if (word.length > LONGEST_NAME) continue;
    yield word;
    const bare = word.replaceAll(EDGES, "");
    if (bare.length < word.length) {
      yield bare;
      yield word.replace(/\.+$/, "");
    }
  }
}

function wordsOfFiles(files: readonly SkillFile[]): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  files.forEach(({ text }, index) => {
    if (text === undefined) return;
    for (const word of wordsOf(text)) {
      const by = words.get(word);
      if (by !== index) words.set(word, by === undefined ? index : SEVERAL);
    }
  });
  return words;
}

/** Folders a text names: `a/` alone, and `a/b/` also in front of a file. */
function foldersOf(text: string): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of new Set(text.match(PATH))) {
    if (!path.includes("/")) continue;
    const parts = path.split("/", 2 * MOST_FOLDERS);
    // The last part is a file, or empty behind a folder.
    const last = parts.length - 1;
    for (let from = 0; from < last; from++) {
      const most = Math.min(last, from + MOST_FOLDERS);
      for (let to = from + 2; to <= most; to++) folders.add(parts.slice(from, to).join("/"));
    }
    const end = parts[last - 1];
    if (parts[last] === "" && end !== undefined) folders.add(end);
  }
  return folders;
}
