import type { Random } from "./random.ts";

/**
 * A text that a regular expression probably matches: literals, classes, groups, alternatives and repetitions. What looks
 * around, and what refers back, is passed over; whoever calls checks the text. undefined for an expression it cannot read.
 */
export function patternText(pattern: string, random: Random): string | undefined {
  try {
    const reader = new PatternReader(pattern, random);
    const text = reader.alternatives();
    return reader.atEnd ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Printable ASCII. */
const printable = range(" ", "~");
const digits = range("0", "9");
const letters = [...range("a", "z"), ...range("A", "Z")];
const classes: Readonly<Record<string, readonly string[]>> = { d: digits, w: [...letters, ...digits, "_"], s: [" "] };
/** More of what may be repeated without end is of no use. */
const mostRepeats = 6;

class PatternReader {
  readonly #pattern: string;
  readonly #random: Random;
  #at = 0;

  constructor(pattern: string, random: Random) {
    this.#pattern = pattern;
    this.#random = random;
  }

  get atEnd(): boolean {
    return this.#at >= this.#pattern.length;
  }

  alternatives(): string {
    const texts = [this.#sequence()];
    while (this.#take("|")) texts.push(this.#sequence());
    return this.#random.pick(texts);
  }

  #sequence(): string {
    let text = "";
    while (!this.atEnd && this.#peek() !== "|" && this.#peek() !== ")") text += this.#repeated();
    return text;
  }

  /** The atom is read once per repetition, so that each is another one. */
  #repeated(): string {
    const start = this.#at;
    const first = this.#atom();
    const [least, most] = this.#quantifier();
    const end = this.#at;
    const count = this.#random.int(least, Math.min(most, least + mostRepeats));
    let text = count > 0 ? first : "";
    for (let number = 1; number < count; number++) {
      this.#at = start;
      text += this.#atom();
    }
    this.#at = end;
    return text;
  }

  #quantifier(): readonly [number, number] {
    let bounds: readonly [number, number] | undefined;
    if (this.#take("*")) bounds = [0, Infinity];
    else if (this.#take("+")) bounds = [1, Infinity];
    else if (this.#take("?")) bounds = [0, 1];
    else {
      const found = /^\{(\d+)(,(\d*))?\}/.exec(this.#pattern.slice(this.#at));
      if (!found) return [1, 1];
      this.#at += found[0].length;
      const least = Number(found[1]);
      bounds = [least, found[2] === undefined ? least : found[3] ? Number(found[3]) : Infinity];
    }
    this.#take("?");
    return bounds;
  }

  #atom(): string {
    const char = this.#read();
    if (char === "^" || char === "$") return "";
    if (char === ".") return this.#random.pick(letters);
    if (char === "[") return this.#random.pick(this.#classChars());
    if (char === "\\") return this.#escaped();
    return char === "(" ? this.#group() : char;
  }

  #group(): string {
    const looks = ["?=", "?!", "?<=", "?<!"].find((mark) => this.#take(mark));
    if (!looks && !this.#take("?:")) {
      const named = /^\?<[\w$]+>/.exec(this.#pattern.slice(this.#at));
      this.#at += named?.[0].length ?? 0;
    }
    const text = this.alternatives();
    if (!this.#take(")")) throw new SyntaxError("A group has no end.");
    return looks ? "" : text;
  }

  #escaped(): string {
    const char = this.#read();
    if (char === "b" || char === "B") return "";
    return this.#random.pick(this.#escapedChars(char));
  }

  #escapedChars(char: string): readonly string[] {
    const known = classes[char] ?? without(classes[char.toLowerCase()]);
    if (known && /[dwsDWS]/.test(char)) return known;
    if (char === "n") return ["\n"];
    if (char === "t") return ["\t"];
    if (char === "r") return ["\r"];
    if (char === "u" || char === "x") return [this.#codePoint(char)];
    if (/[\dkpP]/.test(char)) throw new SyntaxError("References and properties are not read.");
    return [char];
  }

  #codePoint(kind: string): string {
    const rest = this.#pattern.slice(this.#at);
    const found = (kind === "x" ? /^([\da-f]{2})/i : /^(?:\{([\da-f]+)\}|([\da-f]{4}))/i).exec(rest);
    if (!found) throw new SyntaxError("It names no character.");
    this.#at += found[0].length;
    return String.fromCodePoint(Number.parseInt(found[1] ?? found[2] ?? "", 16));
  }

  #classChars(): readonly string[] {
    const negated = this.#take("^");
    const found: string[] = [];
    while (!this.#take("]")) {
      const from = this.#classMember();
      const [only] = from;
      if (from.length === 1 && only !== undefined && this.#peek() === "-" && this.#pattern[this.#at + 1] !== "]") {
        this.#at++;
        const [to = only] = this.#classMember();
        found.push(...range(only, to));
      } else found.push(...from);
    }
    const chars = negated ? without(found) : found;
    if (!chars || chars.length === 0) throw new SyntaxError("Nothing is in the class.");
    return chars;
  }

  #classMember(): readonly string[] {
    const char = this.#read();
    return char === "\\" ? this.#escapedChars(this.#read()) : [char];
  }

  #peek(): string | undefined {
    return this.#pattern[this.#at];
  }

  #read(): string {
    const char = this.#pattern[this.#at++];
    if (char === undefined) throw new SyntaxError("It ends too early.");
    return char;
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

function without(chars: readonly string[] | undefined): readonly string[] | undefined {
  return chars && printable.filter((char) => !chars.includes(char));
}

function range(from: string, to: string): string[] {
  const [first = 0, last = 0] = [from.codePointAt(0), to.codePointAt(0)];
  return Array.from({ length: Math.min(Math.max(0, last - first + 1), 500) }, (_, at) =>
    String.fromCodePoint(first + at),
  );
}
