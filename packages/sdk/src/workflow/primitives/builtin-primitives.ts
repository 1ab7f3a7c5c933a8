import { askUser } from "./ask-user.ts";
import { checklist } from "./checklist.ts";
import { confirm } from "./confirm.ts";
import { plan } from "./plan.ts";
import type { Primitive } from "./primitive.ts";
import { subagent } from "./subagent.ts";
import { survey } from "./survey.ts";

/** The six primitives that every workflow has, in the order of the preamble. */
export const builtinPrimitives: readonly Primitive[] = Object.freeze([
  askUser,
  confirm,
  plan,
  checklist,
  subagent,
  survey,
] as readonly Primitive[]);
