import type { ActSegment, PrimitiveConfig } from "../prompt/prompt-piece.ts";
import type { Primitive } from "./primitive.ts";

/** A piece of a prompt made with any primitive; `act` has those that come with us. */
export function actWith<Input, Config extends PrimitiveConfig>(
  primitive: Primitive<Input, Config>,
  input: Input,
): ActSegment {
  const config = primitive.create(input);
  if (config.kind !== primitive.tag) {
    throw new TypeError(`The primitive "${primitive.tag}" made something of the kind "${config.kind}".`);
  }
  return Object.freeze({ kind: "act", primitive: Object.freeze(config) });
}
