/** A place in a text: 1-based line and column, the column in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Turns offsets into lines and columns; cheap when asked in ascending order. */
export class TextPositions {
  readonly #text: string;
  #line = 1;
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): TextPosition {
    if (offset < this.#lineStart) {
      this.#line = 1;
      this.#lineStart = 0;
    }
    for (;;) {
      const next = this.#text.indexOf("\n", this.#lineStart);
      if (next < 0 || next >= offset) break;
      this.#line++;
      this.#lineStart = next + 1;
    }
    return { line: this.#line, column: offset - this.#lineStart + 1 };
  }
}
