const wrappers =
  /^[\s({!]{0,12}(?:(?:then|do|else|if|while|&)\s{1,3})?(?:(?:(?:\/usr)?(?:\/local)?\/?(?:bin\/)?(?:sudo|doas|env|command|nohup|time|nice|exec|builtin|busybox|stdbuf))(?:\s{1,3}-{1,2}[\w-]{1,30}(?:=\S{1,60})?|\s{1,3}-u\s{1,3}\w{1,30}){0,4}\s{1,3}|[A-Za-z_]\w{0,40}=[^\s"'`]{0,100}\s{1,3}){0,5}/;
const shell = /^(?:(?:ba|z|da|k|fi|a|tc|c)?sh|iex|invoke-expression|pwsh|powershell)(?:\.exe)?$/i;
const otherInterpreter = /^(?:python[\d.]{0,5}|node|nodejs|perl|ruby|php|deno|bun|tclsh|lua|osascript)$/i;
const words = /"[^"]{0,4000}"|'[^']{0,4000}'|[^\s"']+(?:"[^"]{0,400}"|'[^']{0,400}')?/g;

/** The words of a command, and where its own name begins, without what only wraps it: sudo, env, assignments. */
export function commandWords(text: string): { readonly words: readonly string[]; readonly start: number } {
  const start = wrappers.exec(text.slice(0, 600))?.[0].length ?? 0;
  return { words: text.slice(start, start + 8_000).match(words) ?? [], start };
}

/** A word without quotes, and without the brackets that close around it. */
export function bare(word: string | undefined): string {
  return (word ?? "").replace(/^["']|["']$/g, "").replace(/[)}"'.,]{0,4}$/, "");
}

/** The name of a program, without the folder it is called from. */
export function programOf(word: string | undefined): string {
  const name = bare(word);
  return name.slice(name.lastIndexOf("/") + 1);
}

/** Whether a command runs what it reads: a shell, or an interpreter that is given no program of its own. */
export function runsInput(words: readonly string[]): boolean {
  const program = programOf(words[0]);
  const next = bare(words[1]);
  if (shell.test(program) || /^"?\$\{?(?:SHELL|BASH|0)\b/.test(words[0] ?? "")) return true;
  if (/^(?:source|\.)$/.test(bare(words[0]) || (words[0] ?? ""))) return /^\/dev\/(?:stdin|fd\/0)$/.test(next);
  if (program === "xargs")
    return words.some((word, at) => at > 0 && shell.test(programOf(word))) && words.includes("-c");
  if (!otherInterpreter.test(program)) return false;
  // Its program is an argument, and what it reads is data.
  return !/^-(?:[cem]|-eval)/.test(next) && !/^[^-\s][^\s]{0,200}\.\w{1,5}$/.test(next);
}

/** The file that a command runs, as it is written; undefined if it runs none. */
export function fileRunBy(words: readonly string[]): string | undefined {
  const [first] = words;
  if (first === undefined) return undefined;
  const program = programOf(first);
  if (shell.test(program) || otherInterpreter.test(program) || first === "source" || first === ".") {
    const file = words.slice(1).find((word) => !word.startsWith("-") && word !== "<");
    return words[1] === "-c" || words[1] === "-m" || words[1] === "-e" ? undefined : bare(file);
  }
  if (/^(?:start-process|start|open)$/i.test(program)) return bare(words[1]);
  return /^["']?(?:\.{0,2}\/|~|\$)/.test(first) ? bare(first) : undefined;
}
