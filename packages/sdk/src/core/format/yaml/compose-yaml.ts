import { Composer, type CST, type Document, Lexer, Parser, Schema } from "yaml";

/** Nesting past this is refused. */
export const MAX_DEPTH = 64;
/** The `yaml` package takes its time per token and per character: past these it would block the caller noticeably. */
export const MAX_FULL_TOKENS = 4_000;
export const MAX_FULL_LENGTH: number = 64 * 1024;
/** Made once: making a schema takes as long as reading a frontmatter with it. */
const SCHEMAS = { core: new Schema({ schema: "core" }), failsafe: new Schema({ schema: "failsafe" }) };

/** The documents of a text, usually one; or why it is refused. Repeated keys are left to the caller: finding them there is quadratic. */
export function composeYaml(text: string, schema: "core" | "failsafe"): Document.Parsed[] | YamlRefusal {
  const tokens = readTokens(text);
  if (!Array.isArray(tokens)) return tokens;
  const composer = new Composer({ schema: SCHEMAS[schema], uniqueKeys: false, prettyErrors: false, logLevel: "error" });
  return [...composer.compose(tokens, true, text.length)] as Document.Parsed[];
}

/** Why a text is not read: it nests too deeply, or reading it would take too long. */
export type YamlRefusal = "too-deep" | "too-complex";

/** Each refusal in words. */
export const REFUSALS: { readonly [Refusal in YamlRefusal]: string } = {
  "too-deep": `nested deeper than ${MAX_DEPTH} levels`,
  "too-complex": `more than ${MAX_FULL_TOKENS} tokens or ${MAX_FULL_LENGTH / 1024} KiB of YAML that is more than plain keys and values`,
};

/** All tokens of the text, or why not: composing recurses and reports at length, so limits are kept before it starts. */
function readTokens(text: string): CST.Token[] | YamlRefusal {
  if (text.length > MAX_FULL_LENGTH) return "too-complex";
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++count > MAX_FULL_TOKENS) return "too-complex";
    for (const token of parser.next(lexeme)) tokens.push(token);
    // The stack holds the document, the open collections and at most one scalar.
    if (parser.stack.length > MAX_DEPTH + 2) return "too-deep";
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}
