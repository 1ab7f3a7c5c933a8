import { mergePrimitives } from "../primitives/merge-primitives.ts";
import type { Primitive } from "../primitives/primitive.ts";
import { isFragment } from "./fragment.ts";
import type { PromptPiece, PromptReturn } from "./prompt-piece.ts";
import { createProseQuoter } from "./quote-prose.ts";
import { sectionTags } from "./section-tags.ts";
import { attributes } from "./tag-text.ts";

/** What a prompt is assembled with. */
export interface AssemblePromptOptions {
  /** Named to sub-agents, so that they do not run the same skill again. */
  readonly skillName?: string;
  /** Primitives beside the six, or in place of one. */
  readonly primitives?: readonly Primitive[];
}

/** The text of a prompt: each piece in its own tag, in the author's order. No text can open or close one of the tags. */
export function assemblePrompt(pieces: PromptReturn, options: AssemblePromptOptions = {}): string {
  const primitives = mergePrimitives(options.primitives ?? []);
  const quote = quoterFor(primitives);
  const context = options.skillName === undefined ? {} : { skillName: options.skillName };

  const tagText = (piece: PromptPiece): string => {
    if (typeof piece === "string") return section("prompt", "", `\n${quote(piece)}\n`);
    if (isFragment(piece)) return section("prompt", "", `\n${quote(piece.content)}\n`);
    switch (piece?.kind) {
      case "system":
        return section("system", "", quote(piece.text));
      case "view":
        return section("rendered", attributes({ name: piece.label }), `\n${quote(piece.text)}\n`);
      case "act": {
        const { primitive: config } = piece;
        const primitive = primitives.find(({ tag }) => tag === config.kind);
        if (!primitive) throw new TypeError(`No primitive has the tag "${config.kind}".`);
        return primitive.render(config, context);
      }
      default:
        throw new TypeError("A prompt is made of texts, fragments, and what `system`, `view` and `act` return.");
    }
  };

  return (isList(pieces) ? pieces : [pieces])
    .map(tagText)
    .filter((text) => text !== "")
    .join("\n\n");
}

function isList(pieces: PromptReturn): pieces is readonly PromptPiece[] {
  return Array.isArray(pieces);
}

function section(tag: string, attributeText: string, text: string): string {
  return text.trim() === "" ? "" : `<${tag}${attributeText}>${text}</${tag}>`;
}

const quoters = new WeakMap<readonly Primitive[], (text: string) => string>();

function quoterFor(primitives: readonly Primitive[]): (text: string) => string {
  let quoter = quoters.get(primitives);
  if (!quoter)
    quoters.set(primitives, (quoter = createProseQuoter([...sectionTags, ...primitives.map(({ tag }) => tag)])));
  return quoter;
}
