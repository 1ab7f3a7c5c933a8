/** A JSON text that was read, with the place of every value and key. */
export interface LocatedJson {
  readonly value: unknown;
  /** Offset of the value at a path of keys, or of the nearest one above it; of the key itself if `key` is true. */
  offsetOf(path: readonly string[], key?: boolean): number;
}

/** What is wrong with a JSON text, and where. */
export class JsonSyntaxError extends Error {
  override readonly name: string = "JsonSyntaxError";
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const maxDepth = 64;

/** Parses JSON like `JSON.parse`, and keeps positions; throws a `JsonSyntaxError`. Duplicate keys are refused. */
export function locateJson(text: string): LocatedJson {
  const places = new Map<string, { key: number; value: number }>();
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;

  const value = parseValue([], at);
  skipBlanks();
  if (at < text.length) throw unexpected();
  return {
    value,
    offsetOf(path, key = false) {
      for (let length = path.length; length >= 0; length--) {
        const place = places.get(JSON.stringify(path.slice(0, length)));
        if (place !== undefined) return key && length === path.length ? place.key : place.value;
      }
      return 0;
    },
  };

  function parseValue(path: readonly string[], key: number): unknown {
    if (path.length > maxDepth) throw new JsonSyntaxError(`nested deeper than ${maxDepth} levels`, at);
    skipBlanks();
    places.set(JSON.stringify(path), { key, value: at });
    if (text[at] === "{") return parseObject(path);
    if (text[at] === "[") return parseArray(path);
    return parseScalar();
  }

  function parseObject(path: readonly string[]): Record<string, unknown> {
    const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    at++;
    if (accept("}")) return result;
    do {
      skipBlanks();
      const keyAt = at;
      if (text[at] !== '"') throw unexpected("a key in double quotes");
      const key = parseScalar() as string;
      if (key in result) throw new JsonSyntaxError(`the key ${JSON.stringify(key)} appears twice`, keyAt);
      if (!accept(":")) throw unexpected('":"');
      result[key] = parseValue([...path, key], keyAt);
    } while (accept(","));
    if (!accept("}")) throw unexpected('"," or "}"');
    return result;
  }

  function parseArray(path: readonly string[]): unknown[] {
    const result: unknown[] = [];
    at++;
    if (accept("]")) return result;
    do {
      skipBlanks();
      result.push(parseValue([...path, String(result.length)], at));
    } while (accept(","));
    if (!accept("]")) throw unexpected('"," or "]"');
    return result;
  }

  function parseScalar(): unknown {
    const scalar = /"(?:[^"\\\r\n]|\\.)*"|[-+.\w]+/y;
    scalar.lastIndex = at;
    const token = scalar.exec(text)?.[0];
    if (token === undefined) throw unexpected("a value");
    try {
      const parsed: unknown = JSON.parse(token);
      at += token.length;
      return parsed;
    } catch {
      throw new JsonSyntaxError(
        token.startsWith('"') ? "this string is not valid JSON" : `unexpected ${token.slice(0, 40)}`,
        at,
      );
    }
  }

  function accept(character: string): boolean {
    skipBlanks();
    if (text[at] !== character) return false;
    at++;
    return true;
  }

  function skipBlanks(): void {
    while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at++;
  }

  function unexpected(wanted?: string): JsonSyntaxError {
    const found = at < text.length ? `"${String.fromCodePoint(text.codePointAt(at) ?? 0)}"` : "the end of the file";
    const comment = text[at] === "/" ? " (JSON has no comments)" : "";
    return new JsonSyntaxError(
      wanted === undefined ? `unexpected ${found}${comment}` : `expected ${wanted}, found ${found}${comment}`,
      at,
    );
  }
}
