import type { PrimitiveConfig } from "../prompt/prompt-piece.ts";
import { sectionTags } from "../prompt/section-tags.ts";
import type { Primitive, RenderContext } from "./primitive.ts";

const tagName = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Checks a primitive. Its `render` must put every text through `attributeText` or `elementText`. */
export function definePrimitive<Input, Config extends PrimitiveConfig>(
  primitive: Primitive<Input, Config>,
): Primitive<Input, Config> {
  const { tag, tools } = primitive;
  if (typeof tag !== "string" || !tagName.test(tag)) {
    throw new TypeError(
      `The tag of a primitive is made of lower-case letters, digits and single hyphens, not "${tag}".`,
    );
  }
  if (sectionTags.includes(tag)) throw new TypeError(`The tag "${tag}" is taken.`);
  if (!Array.isArray(tools) || !tools.every((tool) => typeof tool === "string" && tool.trim() !== "")) {
    throw new TypeError(`The tools of the primitive "${tag}" must be a list of names.`);
  }
  if (!(["create", "render", "preambleRow"] as const).every((method) => typeof primitive[method] === "function")) {
    throw new TypeError(`The primitive "${tag}" needs the methods create, render and preambleRow.`);
  }
  return Object.freeze({
    tag,
    tools: Object.freeze([...tools]),
    create: (input: Input) => primitive.create(input),
    render: (config: Config, context: RenderContext) => primitive.render(config, context),
    preambleRow: (tool: string | undefined, available: readonly string[]) => primitive.preambleRow(tool, available),
  });
}
