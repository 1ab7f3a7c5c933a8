import { textWidth } from "../../text/text-width.ts";

/** A streamed text, broken between words where the terminal ends. */
export interface WordFlow {
  /** Takes a piece that is safe to print; returns what can be written by now. */
  push(text: string): string;
  /** The rest; the next piece begins a line. */
  end(): string;
}

/** Longer words are not waited for: some scripts have no spaces. */
const longestWord = 24;

/** Breaks lines at so many columns. Spaces at the start of a line stay, so that code keeps its shape. */
export function createWordFlow(columns: () => number): WordFlow {
  let column = 0;
  let space = "";
  let word = "";

  const takeWord = (): string => {
    if (word === "") return "";
    const width = textWidth(word);
    const breaks = column > 0 && space !== "" && column + space.length + width > columns();
    const text = breaks ? `\n${word}` : space + word;
    column = breaks ? width : column + space.length + width;
    space = "";
    word = "";
    return text;
  };

  return {
    push(text) {
      let written = "";
      for (const token of text.match(/\n|[^\S\n]+|\S+/g) ?? []) {
        if (token === "\n") {
          written += `${takeWord()}\n`;
          space = "";
          column = 0;
        } else if (/\S/.test(token)) {
          word += token;
          if (word.length > longestWord) written += takeWord();
        } else {
          written += takeWord();
          space += token;
        }
      }
      return written;
    },
    end() {
      const rest = takeWord();
      space = "";
      column = 0;
      return rest;
    },
  };
}
