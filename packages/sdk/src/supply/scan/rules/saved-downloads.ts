import { bare, commandWords, fileRunBy, programOf } from "./command-words.ts";
import type { Command } from "./commands.ts";

const mostAhead = 16;
const farAhead = 1_200;
const fetchers = /^(?:curl|wget2?|iwr|invoke-webrequest|aria2c)(?:\.exe)?$/i;
const checks =
  /\b(?:sha\d{3}sum|shasum|b2sum|md5sum)\b[^\n]{0,80}\s(?:-\w{0,3}c\b|--check)|\bgpg2?\s[^\n]{0,60}--verify|\b(?:minisign|cosign|signify)\b/;

/** Where a download is run that was saved before: the end of the command that runs it, and whether it was checked. */
export interface SavedRun {
  readonly end: number;
  readonly checked: boolean;
}

/** Follows downloads into files, and to the next commands; each command is read once. */
export function createSavedRuns(
  text: string,
  commands: readonly Command[],
): (at: number, from: number) => SavedRun | undefined {
  const read = new Map<number, { readonly words: readonly string[]; readonly file: string | undefined }>();
  const wordsAt = (at: number): { readonly words: readonly string[]; readonly file: string | undefined } => {
    const known = read.get(at);
    if (known !== undefined) return known;
    const { start = 0, end = 0 } = commands[at] ?? {};
    const { words } = commandWords(text.slice(start, Math.min(end, start + 1_000)));
    const file = fileRunBy(words);
    const made = { words, file: file === undefined || file === "" ? undefined : normal(file) };
    read.set(at, made);
    return made;
  };
  return (at, from) => {
    const command = commands[at];
    if (command === undefined) return undefined;
    const names = savedNames(text.slice(from, Math.min(command.end, from + 8_000)));
    if (command.pipes) {
      const { words } = wordsAt(at + 1);
      if (programOf(words[0]) === "tee")
        names.push(...words.slice(1).flatMap((word) => (word.startsWith("-") ? [] : [bare(word)])));
      names.push(...redirected(words));
    }
    const wanted = new Set(names.filter((name) => /\w/.test(name)).map(normal));
    if (wanted.size === 0) return undefined;
    for (let later = at + 1; later <= at + mostAhead; later++) {
      const other = commands[later];
      if (other === undefined || other.start > command.end + farAhead) return undefined;
      const { file } = wordsAt(later);
      if (file !== undefined && isOneOf(file, wanted))
        return { end: other.end, checked: checks.test(text.slice(command.end, other.start)) };
    }
    return undefined;
  };
}

function isOneOf(file: string, wanted: ReadonlySet<string>): boolean {
  // What is saved under a bare name lies wherever the script is by then.
  return wanted.has(file) || wanted.has(file.slice(file.lastIndexOf("/") + 1));
}

function normal(name: string): string {
  return name.replace(/^\.\//, "").replace(/^(?:~|\$\{?HOME\}?)\//, "~/");
}

function savedNames(text: string): string[] {
  const { words } = commandWords(text);
  const program = programOf(words[0]).toLowerCase();
  if (!fetchers.test(program)) return [];
  const isWget = program.startsWith("wget");
  const names = redirected(words);
  const urls = words.map(bare).filter((word) => /:\/\/|^[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}\/\S/.test(word));
  let isNamed = names.length > 0;
  let isRemoteName = isWget;
  for (const [index, word] of words.entries()) {
    const option = isWget
      ? /^(?:-[a-zA-NP-Z]{0,6}O|--output-document)(?:=|$)?(.*)$/.exec(word)
      : /^(?:-[a-np-zA-NP-Z#\d]{0,8}o|--output|-outfile|-out)(?:=|$)?(.*)$/i.exec(
          isCluster(word) ? word : word.toLowerCase(),
        );
    if (!isWget && /^-[a-zA-Z]{0,8}O[a-zA-Z]{0,4}$|^--remote-name(?:-all)?$/.test(word)) isRemoteName = true;
    else if (option !== null) {
      const name = bare(option[1] === "" ? words[index + 1] : option[1]);
      if (name !== "-" && name !== "") names.push(name);
      isNamed = true;
    }
  }
  if (isRemoteName && !isNamed) names.push(...urls.map(remoteName));
  return names;
}

function isCluster(word: string): boolean {
  return /^-[A-Za-z#\d]{1,9}$/.test(word);
}

function redirected(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const match = /^\d?>{1,2}\|?(.*)$/.exec(word);
    return match === null || word.startsWith("2") ? [] : [bare(match[1] === "" ? words[at + 1] : match[1])];
  });
}

function remoteName(url: string): string {
  const path = url.replace(/[?#].*$/, "").replace(/^[a-z]+:\/\/[^/]*/i, "");
  return path.slice(path.lastIndexOf("/") + 1);
}
