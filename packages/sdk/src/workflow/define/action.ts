import type { StandardSchemaV1 } from "@standard-schema/spec";
import { isStandardSchema } from "../../core/code/standard-schema.ts";
import { SkillError } from "../../core/errors.ts";
import type { ActionDefinition, ActionRunContext } from "./builder-types.ts";
import type { AnySchema } from "./workflow-definition.ts";

/** A reusable side effect: what it takes and gives is checked at each run. */
export function action<
  Input extends AnySchema,
  Output extends AnySchema,
  // Inferred as it is written, so that `"done"` is not any text.
  const Outcome extends StandardSchemaV1.InferInput<Output>,
>(
  config: Omit<ActionDefinition<Input, Output>, "kind" | "run"> & {
    readonly run: (context: ActionRunContext<StandardSchemaV1.InferOutput<Input>>) => Outcome | Promise<Outcome>;
  },
): ActionDefinition<Input, Output> {
  const { name, input, output, run } = config;
  if (typeof name !== "string" || name.trim() === "") throw invalid("An action needs a name.");
  if (!isStandardSchema(input)) throw invalid(`The action "${name}" needs \`input\`: a schema of what it takes.`);
  if (!isStandardSchema(output)) throw invalid(`The action "${name}" needs \`output\`: a schema of what it gives.`);
  if (typeof run !== "function") throw invalid(`The action "${name}" needs \`run\`: a function.`);
  return Object.freeze({ ...config, kind: "action" });
}

function invalid(message: string): SkillError {
  return new SkillError("workflow-invalid", message);
}
