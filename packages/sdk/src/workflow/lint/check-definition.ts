import type { Buildable, TopicConfig, WorkflowDefinition } from "../define/workflow-definition.ts";
import { workflowGraph } from "../graph/workflow-graph.ts";
import { HOST_REGISTRY } from "../hosts/host-registry.ts";
import { type AssembledUnit, assembleSamples, type Waiting } from "./assemble-samples.ts";
import type { LintCheck, LintContext } from "./lint-context.ts";
import type { LintDiagnostic } from "./lint-diagnostic.ts";
import { nameUnit, promptUnits } from "./prompt-unit.ts";
import { type RecordingRefs, recordingRefs, type ReferenceFiles } from "./recording-refs.ts";
import { checkNames } from "./rules/composite-rules.ts";
import { checkToolNames } from "./rules/host-tool-name-rule.ts";
import { checkLateEdges } from "./rules/late-edge-rule.ts";
import { checkLoops } from "./rules/loop-rules.ts";
import { checkPrimitives } from "./rules/primitive-rules.ts";
import { checkAskedTools, checkAssembled, checkBudget } from "./rules/prompt-rules.ts";
import { missingReferences, orphanReferences } from "./rules/reference-rules.ts";
import { checkDestructive, checkReachable, checkTargets, checkWaysOn } from "./rules/target-rules.ts";
import { createSampleWorld } from "./sample-world.ts";
import { sourceOf } from "./source-of.ts";
import { sureResults } from "./sure-results.ts";

const checks: readonly LintCheck[] = [
  checkNames,
  checkTargets,
  checkWaysOn,
  checkReachable,
  checkLoops,
  checkLateEdges,
  checkDestructive,
  checkAssembled,
  checkToolNames,
  checkAskedTools,
  checkPrimitives,
  checkBudget,
];

interface Findings {
  readonly diagnostics: readonly LintDiagnostic[];
  /** What was loaded, and every text in which a file may be named. */
  readonly loaded: ReadonlySet<string>;
  readonly variable: ReadonlySet<string>;
  readonly text: string;
}

/** Applies every rule to a skill and its sub-skills. Each sub-skill is looked at once; files are looked at for all together. */
export function* checkDefinition(
  definition: Buildable,
  files: ReferenceFiles | undefined,
  promptBudget: number,
): Waiting<readonly LintDiagnostic[]> {
  const all: Findings[] = [];
  const seen = new Set<WorkflowDefinition>();
  const visit = function* (skill: WorkflowDefinition, prefix: string): Waiting<void> {
    if (seen.has(skill)) return;
    seen.add(skill);
    const found = yield* findingsOf(skill, files, promptBudget);
    const diagnostics = found.diagnostics.map((each) => ({ ...each, message: `${prefix}${each.message}` }));
    all.push({ ...found, diagnostics });
    for (const [name, { definition: inner }] of Object.entries(skill.subskills))
      yield* visit(inner, `${prefix}[subskill:${name}] `);
  };
  if (definition.kind === "skill") yield* visit(definition, "");
  else all.push(yield* topicFindings(definition.topics, files));
  const diagnostics = all.flatMap((found) => found.diagnostics);
  if (files === undefined) return diagnostics;
  const used = {
    loaded: new Set(all.flatMap(({ loaded }) => [...loaded])),
    variable: new Set(all.flatMap(({ variable }) => [...variable])),
    text: all.map(({ text }) => text).join("\n"),
  };
  return [...diagnostics, ...orphanReferences(files, used)];
}

function* findingsOf(
  definition: WorkflowDefinition,
  files: ReferenceFiles | undefined,
  promptBudget: number,
): Waiting<Findings> {
  const graph = workflowGraph(definition);
  const knownTools = [...new Set([...HOST_REGISTRY, ...definition.hosts].flatMap(({ tools }) => tools))];
  const world = createSampleWorld(definition);
  const sure = sureResults(graph);
  const units: AssembledUnit[] = [];
  const recorded: RecordingRefs[] = [];
  const missing: LintDiagnostic[] = [];
  for (const unit of promptUnits(definition)) {
    const refs = recordingRefs(files);
    units.push(yield* assembleSamples(unit, { definition, world, refs, knownTools, sure }));
    recorded.push(refs);
    missing.push(...missingReferences(refs, `The prompt of ${nameUnit(unit)}`, unit.step));
  }
  const context: LintContext = { definition, graph, units, knownTools, promptBudget };
  const topics = yield* topicFindings(definition.topics, files);
  const { steps, skillMd, system, description } = definition;
  const texts = units.flatMap(({ prompts }) => prompts.map(({ text }) => text));
  return {
    diagnostics: [...checks.flatMap((check) => check(context)), ...missing, ...topics.diagnostics],
    loaded: new Set([...recorded.flatMap((refs) => [...refs.loaded]), ...topics.loaded]),
    variable: new Set([...recorded.flatMap((refs) => [...refs.variable]), ...topics.variable]),
    text: [...texts, sourceOf({ steps, skillMd, system, description }, 6), topics.text].join("\n"),
  };
}

function* topicFindings(
  topics: Readonly<Record<string, TopicConfig>>,
  files: ReferenceFiles | undefined,
): Waiting<Findings> {
  const recorded: RecordingRefs[] = [];
  const diagnostics: LintDiagnostic[] = [];
  const texts: string[] = [];
  for (const [name, { content }] of Object.entries(topics)) {
    const refs = recordingRefs(files);
    texts.push(sourceOf(content));
    try {
      const text = typeof content === "string" ? content : content({ refs: refs.refs });
      texts.push(String(text instanceof Promise ? yield text : text));
    } catch {
      // A topic that needs more than its files says so when it is asked for; what it names in its source still counts.
    }
    recorded.push(refs);
    diagnostics.push(...missingReferences(refs, `The topic "${name}"`, undefined));
  }
  return {
    diagnostics,
    loaded: new Set(recorded.flatMap((refs) => [...refs.loaded])),
    variable: new Set(recorded.flatMap((refs) => [...refs.variable])),
    text: texts.join("\n"),
  };
}
