import type {
  AnyPartConfig,
  AnyStepConfig,
  DefinedStep,
  SubskillRegistration,
  WorkflowDefinition,
} from "../define/workflow-definition.ts";
import { splitPart } from "./state/session-state.ts";

/** A workflow at a path: the skill itself, or one of its sub-skills. */
export interface WorkflowPlace {
  readonly path: string;
  readonly definition: WorkflowDefinition;
  /** How it was registered where it was registered. */
  readonly registration?: SubskillRegistration;
}

/** A step, or a part of one, and where it is. */
export interface PlacedStep {
  readonly place: WorkflowPlace;
  /** As it is addressed, with the part. */
  readonly address: string;
  /** Its own name. */
  readonly name: string;
  readonly config: DefinedStep;
  readonly part?: string;
  /** What is shown, answered and run: the part if there is one, else the step. */
  readonly unit: Pick<AnyStepConfig, "prompt" | "response" | "action" | "timeout" | "retries" | "idempotent">;
}

/** The workflow at a path; undefined if there is none. */
export function placeAt(definition: WorkflowDefinition, path: string): WorkflowPlace | undefined {
  let place: WorkflowPlace = { path: "", definition };
  if (path === "") return place;
  for (const name of path.split("/")) {
    const { subskills } = place.definition;
    const registration = Object.hasOwn(subskills, name) ? subskills[name] : undefined;
    if (!registration) return undefined;
    place = {
      path: place.path === "" ? name : `${place.path}/${name}`,
      definition: registration.definition,
      registration,
    };
  }
  return place;
}

/** The step at an address such as `deploy`, `doctor/diagnose` or `research#2`; undefined if there is none. */
export function findStep(definition: WorkflowDefinition, address: string): PlacedStep | undefined {
  const { step, part } = splitPart(address);
  const cut = step.lastIndexOf("/");
  const place = placeAt(definition, step.slice(0, Math.max(0, cut)));
  const name = step.slice(cut + 1);
  const config = place && Object.hasOwn(place.definition.steps, name) ? place.definition.steps[name] : undefined;
  if (!place || !config) return undefined;
  if (part === undefined) return { place, address, name, config, unit: config };
  const unit = partConfig(config, part);
  return unit && { place, address, name, config, part, unit };
}

function partConfig({ parallel }: AnyStepConfig, part: string): AnyPartConfig | undefined {
  if (!parallel) return undefined;
  if ("each" in parallel) return /^\d+$/.test(part) ? parallel.each : undefined;
  return Object.hasOwn(parallel.branches, part) ? parallel.branches[part] : undefined;
}

/** Whether the engine passes a step without asking anybody. */
export function isPromptless({ prompt, parallel }: AnyStepConfig): boolean {
  return prompt === undefined && parallel === undefined;
}
