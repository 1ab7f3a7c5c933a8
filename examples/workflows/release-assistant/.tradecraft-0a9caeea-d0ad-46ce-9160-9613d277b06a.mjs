import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);
var __getOwnPropNames = Object.getOwnPropertyNames;
var __esm = (fn, res, err) => function __init() {
  if (err) throw err[0];
  try {
    return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
  } catch (e) {
    throw err = [e], e;
  }
};

// ../../../packages/sdk/dist/workflow/engine/values/is-plain-object.js
function isPlainObject(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
var init_is_plain_object = __esm({
  "../../../packages/sdk/dist/workflow/engine/values/is-plain-object.js"() {
  }
});

// tradecraft-recorded:arktype
var { type } = globalThis[/* @__PURE__ */ Symbol.for("tradecraft.build.recorders")].get("a9402c37-19c8-48f9-bb41-a5db49527cbb");

// ../../../packages/sdk/dist/core/code/standard-schema.js
function isStandardSchema(value) {
  if (typeof value !== "object" && typeof value !== "function" || value === null)
    return false;
  const standard = value["~standard"];
  if (typeof standard !== "object" || standard === null)
    return false;
  return "validate" in standard && typeof standard.validate === "function";
}
function jsonSchemaOf(schema, side) {
  for (const target of ["draft-2020-12", "draft-07"]) {
    try {
      const { jsonSchema } = schema["~standard"];
      const converted = jsonSchema?.[side]({ target });
      if (typeof converted !== "object" || converted === null)
        return void 0;
      const { $schema: _, ...rest } = converted;
      return rest;
    } catch {
    }
  }
  return void 0;
}

// ../../../packages/sdk/dist/core/errors.js
var marker = /* @__PURE__ */ Symbol.for("tradecraft.skill-error");
var SkillError = class extends Error {
  name = "SkillError";
  code;
  facts;
  constructor(code2, message, options = {}) {
    super(message, options.cause === void 0 ? void 0 : { cause: options.cause });
    this.code = code2;
    this.facts = options.facts ?? {};
    Object.defineProperty(this, marker, { value: true });
  }
  /** True for a `SkillError` of any copy of this package, and of the given code if one is named. */
  static is(error, code2) {
    if (typeof error !== "object" || error === null || !(marker in error) || !("code" in error))
      return false;
    return code2 === void 0 || error.code === code2;
  }
  /** Code, message and facts; never the stack or the cause. */
  toJSON() {
    return { code: this.code, message: this.message, facts: this.facts };
  }
};

// ../../../packages/sdk/dist/workflow/define/action.js
function action(config) {
  const { name, input, output, run: run2 } = config;
  if (typeof name !== "string" || name.trim() === "")
    throw invalid("An action needs a name.");
  if (!isStandardSchema(input))
    throw invalid(`The action "${name}" needs \`input\`: a schema of what it takes.`);
  if (!isStandardSchema(output))
    throw invalid(`The action "${name}" needs \`output\`: a schema of what it gives.`);
  if (typeof run2 !== "function")
    throw invalid(`The action "${name}" needs \`run\`: a function.`);
  return Object.freeze({ ...config, kind: "action" });
}
function invalid(message) {
  return new SkillError("workflow-invalid", message);
}

// ../../../packages/sdk/dist/workflow/define/terminal.js
var terminal = Object.freeze({ terminal: true });
function isTerminal(next) {
  return typeof next === "object" && next !== null && "terminal" in next && next.terminal === true;
}

// ../../../packages/sdk/dist/workflow/define/step-problems.js
var reserved = /* @__PURE__ */ new Set(["self", "all", "ran", "history", "__parent__", "__terminal__", "__proto__", "toJSON"]);
function stepProblems(name, step) {
  const problems = [
    ...nameProblems(name),
    ...shapeProblems(step),
    ...limitProblems(step),
    ...parallelProblems(step),
    ...actionProblems(step.action, step)
  ];
  return problems.map((problem) => `Step "${name}": ${problem}`);
}
function nameProblems(name) {
  if (reserved.has(name) || name === "")
    return ["a step cannot be called that."];
  return /[/#:]/.test(name) ? ["a name has no `/`, `#` or `:`."] : [];
}
function shapeProblems({ prompt: prompt2, response, save, next, parallel }) {
  const problems = [];
  if (next === void 0 || next === null)
    problems.push("it needs `next`: a name, branches, a function, or `terminal`.");
  else if (Array.isArray(next)) {
    if (next.length === 0)
      problems.push("its list of branches is empty.");
    if (next.some((branch) => typeof branch?.to !== "string" && !isTerminal(branch?.to))) {
      problems.push("each branch needs `to`: the name of a step, or `terminal`.");
    }
  } else if (typeof next !== "string" && typeof next !== "function" && !isTerminal(next)) {
    problems.push("`next` is a name, branches, a function, or `terminal`.");
  }
  if (response !== void 0 && !isStandardSchema(response))
    problems.push("`response` must be a schema.");
  if (response !== void 0 && prompt2 === void 0 && parallel === void 0) {
    problems.push("it has a `response` and no `prompt`, so nobody would give one.");
  }
  if (save !== void 0 && typeof save !== "function")
    problems.push("`save` must be a function.");
  return problems;
}
function limitProblems({ maxVisits, onMaxVisits, timeout, retries, action: action2, onError, parallel }) {
  const problems = [];
  if (maxVisits !== void 0 && !(Number.isInteger(maxVisits) && maxVisits >= 1)) {
    problems.push("`maxVisits` is a whole number from 1.");
  }
  if (onMaxVisits !== void 0 && maxVisits === void 0)
    problems.push("`onMaxVisits` needs `maxVisits`.");
  if (timeout !== void 0 && !(Number.isFinite(timeout) && timeout > 0))
    problems.push("`timeout` is milliseconds above 0.");
  if (retries !== void 0 && !(Number.isInteger(retries) && retries >= 0))
    problems.push("`retries` is a whole number.");
  if (onError !== void 0 && action2 === void 0 && parallel === void 0)
    problems.push("`onError` needs an `action`.");
  return problems;
}
function parallelProblems({ parallel, prompt: prompt2, action: action2 }) {
  if (parallel === void 0)
    return [];
  if (prompt2 !== void 0 || action2 !== void 0)
    return ["a parallel step has prompts and actions in its parts only."];
  if ("branches" in parallel) {
    const parts = Object.entries(parallel.branches ?? {});
    if (parts.length === 0)
      return ["`branches` is empty."];
    return parts.flatMap(([part, config]) => [
      .../[/#:]/.test(part) || part === "" || part === "__proto__" ? [`a part cannot be called "${part}".`] : [],
      ...partProblems(part, config)
    ]);
  }
  if (typeof parallel.over !== "function")
    return ["`over` must be a function that gives a list."];
  return partProblems("each", parallel.each);
}
function partProblems(part, config) {
  if (config?.prompt === void 0)
    return [`the part "${part}" needs a \`prompt\`.`];
  if (config.response !== void 0 && !isStandardSchema(config.response)) {
    return [`the \`response\` of the part "${part}" must be a schema.`];
  }
  return actionProblems(config.action, config);
}
function actionProblems(action2, { response }) {
  if (action2 === void 0 || typeof action2 === "function")
    return [];
  if (action2?.run?.kind !== "action")
    return ["`action` is a function, or `{ run: action({ … }) }`."];
  return action2.mapInput === void 0 && response !== void 0 ? inputProblems(action2, response) : [];
}
function inputProblems({ run: run2 }, response) {
  const needs = jsonSchemaOf(run2.input, "input")?.["required"];
  const gives = jsonSchemaOf(response, "output")?.["properties"];
  if (!Array.isArray(needs) || typeof gives !== "object" || gives === null)
    return [];
  const missing = needs.filter((key) => typeof key === "string" && !Object.hasOwn(gives, key));
  if (missing.length === 0)
    return [];
  const list = missing.map((key) => `"${String(key)}"`).join(", ");
  return [`its action "${run2.name}" needs ${list}, which the response does not have; say how with \`mapInput\`.`];
}

// ../../../packages/sdk/dist/core/format/code-points.js
function codePointLength(text) {
  let length = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    const code2 = text.charCodeAt(at);
    if (code2 < 55296 || code2 > 56319)
      continue;
    const next = text.charCodeAt(at + 1);
    if (next >= 56320 && next <= 57343) {
      length--;
      at++;
    }
  }
  return length;
}
function exceedsCodePoints(text, limit) {
  return text.length > limit && codePointLength(text) > limit;
}

// ../../../packages/sdk/dist/core/format/rules/name-rules.js
var MAX_NAME_LENGTH = 64;
var NO_PROBLEMS = [];
function isOrdinaryName(name) {
  let afterHyphen = true;
  for (let at = 0; at < name.length; at++) {
    const code2 = name.charCodeAt(at);
    if (code2 >= 97 && code2 <= 122 || code2 >= 48 && code2 <= 57)
      afterHyphen = false;
    else if (code2 === 45 && !afterHyphen)
      afterHyphen = true;
    else
      return false;
  }
  return !afterHyphen;
}
function normalizeName(name) {
  return name.trim().normalize("NFKC");
}
function nameProblems2(written) {
  if (written.length <= MAX_NAME_LENGTH && isOrdinaryName(written))
    return NO_PROBLEMS;
  const name = normalizeName(written);
  const problems = [];
  if (name === "")
    return [{ code: "name-empty", message: "The name is empty; give it the name of the skill's folder." }];
  if (exceedsCodePoints(name, MAX_NAME_LENGTH)) {
    const length = codePointLength(name);
    problems.push({
      code: "name-too-long",
      message: `The name has ${length} characters; ${MAX_NAME_LENGTH} are allowed.`
    });
  }
  if (name !== name.toLowerCase()) {
    problems.push({ code: "name-case", message: `The name must be in lower case: ${name.toLowerCase()}` });
  }
  if (name.startsWith("-") || name.endsWith("-")) {
    problems.push({ code: "name-hyphen-edge", message: "The name may not start or end with a hyphen." });
  }
  if (name.includes("--")) {
    problems.push({ code: "name-hyphen-double", message: "The name may not have two hyphens in a row." });
  }
  const strange = name.match(/[^\p{L}\p{N}-]/gu);
  if (strange !== null) {
    const list = [...new Set(strange)].slice(0, 5).map((character) => JSON.stringify(character)).join(", ");
    problems.push({
      code: "name-characters",
      message: `Only letters, digits and hyphens are allowed in the name, not ${list}.`
    });
  }
  return problems;
}

// ../../../packages/sdk/dist/core/format/rules/closest-word.js
function closestWord(word, candidates, most) {
  let best;
  let bestDistance = most + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > most)
      continue;
    const distance = editDistance(word, candidate);
    if (distance > 0 && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
function editDistance(a, b) {
  let beforePrevious = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

// ../../../packages/sdk/dist/core/skillset/escape.js
var hidden = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|[\p{Cs}\p{Co}]/gu;
var controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;
var blank = String.raw`[\s\p{DI}\u2800]*`;
var skillTags = "(?:skill(?:s|_resources|_files?|_script|_tools?)?|available_skills|active_skills)";
var plainTags = "(?:file|stdout|stderr)";
var end = String.raw`(?![\w-])`;
var ownTags = new RegExp(`<(?=${blank}/${blank}(?:${skillTags}|${plainTags})${end}|${blank}${skillTags}${end}|${plainTags}${end})`, "giu");
function visibleText(text) {
  return text.replaceAll("\r\n", "\n").replace(controls, " ").replace(hidden, "");
}
function escapeLine(text) {
  return escapeTags(visibleText(text).replaceAll(/\s+/g, " ").trim());
}
function escapeTags(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
function mention(text, most = 100) {
  const line = escapeLine(text.slice(0, 4 * most));
  return line.length <= most ? line : `${line.slice(0, most)}…`;
}

// ../../../packages/sdk/dist/core/skillset/nearest-names.js
function nearestNames(word, names) {
  if (names.length === 0)
    return "";
  const close = closestWord(word.slice(0, 64), names, Math.max(2, Math.floor(Math.min(word.length, 64) / 3)));
  const alike = word.length < 3 ? void 0 : names.find((name) => name.includes(word) || word.includes(name));
  const meant = close ?? alike;
  if (meant !== void 0)
    return ` Did you mean "${mention(meant)}"?`;
  const few = names.slice(0, 20).map((name) => mention(name)).join(", ");
  return names.length <= 20 ? ` There are: ${few}.` : ` Among ${names.length} there are: ${few}, …`;
}

// ../../../packages/sdk/dist/workflow/define/target-problems.js
function staticTargets(next) {
  if (typeof next === "string")
    return [next];
  if (!Array.isArray(next))
    return [];
  return next.flatMap(({ to }) => typeof to === "string" ? [to] : []);
}
function targetProblems(definition) {
  const { steps, subskills } = definition;
  const fromSteps = Object.entries(steps).flatMap(([name, step]) => [
    ...staticTargets(step.next).map((to) => ({ where: `The \`next\` of "${name}"`, to })),
    ...step.onMaxVisits === void 0 ? [] : [{ where: `The \`onMaxVisits\` of "${name}"`, to: step.onMaxVisits }],
    ...step.onError === void 0 ? [] : [{ where: `The \`onError\` of "${name}"`, to: step.onError }]
  ]);
  const fromSubskills = Object.entries(subskills).flatMap(([name, { next }]) => next === void 0 ? [] : staticTargets(next).map((to) => ({ where: `The \`next\` of the sub-skill "${name}"`, to })));
  return [...fromSteps, ...fromSubskills].filter(({ to }) => !isTarget(definition, to)).map(({ where, to }) => `${where} leads to "${to}", which is not there.${suggestion(definition, to)}`);
}
function isTarget({ steps, subskills, topics }, to) {
  if (isTerminal(to))
    return true;
  if (typeof to !== "string")
    return false;
  if (to === "self" || Object.hasOwn(steps, to))
    return true;
  const [, kind, name = ""] = /^(subskill|topic):(.*)$/s.exec(to) ?? [];
  if (kind === void 0)
    return false;
  return Object.hasOwn(kind === "subskill" ? subskills : topics, name);
}
function suggestion({ steps, subskills, topics }, to) {
  const names = [
    ...Object.keys(steps),
    ...Object.keys(subskills).map((name) => `subskill:${name}`),
    ...Object.keys(topics).map((name) => `topic:${name}`)
  ];
  return nearestNames(to, names);
}

// ../../../packages/sdk/dist/workflow/define/assert-workflow.js
var reservedStores = /* @__PURE__ */ new Set(["steps", "step", "__proto__", "toJSON"]);
function assertWorkflow(definition, found = []) {
  const { name, entry, steps } = definition;
  const problems = [
    ...found,
    ...nameProblems3(name),
    ...entryProblems(entry, steps),
    ...schemaProblems(definition),
    ...Object.entries(steps).flatMap(([step, config]) => stepProblems(step, config)),
    ...topicProblems(definition),
    ...targetProblems(definition)
  ];
  if (problems.length === 0)
    return;
  const who = typeof name === "string" && name !== "" ? `The workflow "${name}"` : "The workflow";
  const [only] = problems;
  const message = problems.length === 1 ? `${who}: ${only}` : `${who} has ${problems.length} faults:
${problems.map((problem) => `- ${problem}`).join("\n")}`;
  throw new SkillError("workflow-invalid", message, { facts: { faults: problems.length } });
}
function nameProblems3(name) {
  if (typeof name !== "string" || name === "")
    return ["It needs a `name`."];
  return nameProblems2(name).map(({ message }) => message);
}
function entryProblems(entry, steps) {
  if (Object.keys(steps).length === 0)
    return ["It has no steps."];
  if (typeof entry !== "string" || entry === "")
    return ["It needs an `entry`: the name of its first step."];
  return Object.hasOwn(steps, entry) ? [] : [`The entry "${entry}" is not one of its steps.`];
}
function schemaProblems({ params, finalOutput, stores }) {
  const schemas = { params, finalOutput };
  return [
    ...Object.entries(schemas).flatMap(([key, schema]) => schema === void 0 || isStandardSchema(schema) ? [] : [`\`${key}\` must be a schema.`]),
    ...Object.entries(stores).flatMap(([store, schema]) => [
      ...reservedStores.has(store) ? [`A store cannot be called "${store}".`] : [],
      ...isStandardSchema(schema) ? [] : [`The store "${store}" must be a schema.`]
    ])
  ];
}
function topicProblems({ topics, subskills, steps }) {
  return [
    ...Object.entries(topics).flatMap(([name, { label, content }]) => typeof label === "string" && (typeof content === "string" || typeof content === "function") ? [] : [`The topic "${name}" needs a \`label\` and \`content\`.`]),
    ...Object.entries(subskills).flatMap(([name, { definition }]) => [
      ...definition?.kind === "skill" ? [] : [`The sub-skill "${name}" is no workflow.`],
      .../[/#:]/.test(name) || name === "" ? [`A sub-skill cannot be called "${name}".`] : [],
      ...Object.hasOwn(steps, name) ? [`A step and a sub-skill are called "${name}".`] : []
    ])
  ];
}

// ../../../packages/sdk/dist/workflow/define/describe-with-triggers.js
function describeWithTriggers(description, triggers) {
  if (triggers.length === 0)
    return description;
  const keywords = `Trigger keywords: ${triggers.join(", ")}`;
  if (description === "")
    return keywords;
  return `${description}${description.endsWith(".") ? " " : ". "}${keywords}`;
}

// ../../../packages/sdk/dist/workflow/define/rewire-parent.js
var parentTarget = "__parent__";
function rewireParent(config, next) {
  return {
    ...config,
    next: rewireNext(config.next, next),
    ...config.onMaxVisits === parentTarget && typeof next === "string" && { onMaxVisits: next },
    ...config.onError === parentTarget && typeof next === "string" && { onError: next }
  };
}
function rewireNext(own, next) {
  const rewire = (target) => target === parentTarget ? next : target;
  if (typeof own === "function") {
    return (context) => {
      const target = own(context);
      return target instanceof Promise ? target.then(rewire) : rewire(target);
    };
  }
  if (Array.isArray(own))
    return own.map((branch) => ({ ...branch, to: rewire(branch.to) }));
  return rewire(own);
}

// ../../../packages/sdk/dist/workflow/define/skill-builder.js
var _a;
var SkillBuilder = class {
  #config;
  #parts;
  constructor(config, parts) {
    if (typeof config !== "object" || config === null) {
      throw new SkillError("workflow-invalid", "A skill needs a name and an entry: skill({ name, entry, … }).");
    }
    this.#config = config;
    this.#parts = parts ?? {
      steps: {},
      stores: { ...config.stores },
      subskills: {},
      topics: {},
      problems: []
    };
  }
  step(name, step) {
    return this.#withStep(name, configOf(step));
  }
  extend(name, base, overrides) {
    return this.#withStep(name, { ...configOf(base), ...overrides });
  }
  parallel(name, config) {
    const { over, each, branches, ...rest } = config;
    const parallel = branches === void 0 ? { over, each } : { branches };
    return this.#withStep(name, { ...rest, parallel });
  }
  register(module, options) {
    const scope = {
      module: module.name,
      ...module.params && { schema: module.params },
      ...options.params && { params: options.params }
    };
    const clash = Object.keys(module.stores).find((store) => Object.hasOwn(this.#parts.stores, store));
    let builder = this.#with({
      stores: { ...this.#parts.stores, ...module.stores },
      ...clash !== void 0 && {
        problems: [
          ...this.#parts.problems,
          `The module "${module.name}" brings the store "${clash}", which is there already.`
        ]
      }
    });
    for (const [name, step] of Object.entries(module.steps)) {
      builder = builder.#withStep(name, { ...rewireParent(step, options.next), scope });
    }
    return builder;
  }
  subskill(name, definition, options = {}) {
    const problems = Object.hasOwn(this.#parts.subskills, name) ? [`Two sub-skills are called "${name}".`] : [];
    return this.#with({
      subskills: { ...this.#parts.subskills, [name]: Object.freeze({ ...options, definition }) },
      problems: [...this.#parts.problems, ...problems]
    });
  }
  topic(name, topic) {
    const problems = Object.hasOwn(this.#parts.topics, name) ? [`Two topics are called "${name}".`] : [];
    return this.#with({
      topics: { ...this.#parts.topics, [name]: Object.freeze({ ...topic }) },
      problems: [...this.#parts.problems, ...problems]
    });
  }
  build() {
    const { problems, ...parts } = this.#parts;
    const { params, finalOutput, ...config } = this.#config;
    const definition = {
      ...config,
      ...params && { params },
      ...finalOutput && { finalOutput },
      kind: "skill",
      description: describeWithTriggers(config.description ?? "", config.triggers ?? []),
      triggers: [...config.triggers ?? []],
      version: config.version ?? "0.0.0",
      resolveVersion: config.resolveVersion ?? false,
      primitives: [...config.primitives ?? []],
      hosts: [...config.hosts ?? []],
      steps: Object.freeze(parts.steps),
      stores: Object.freeze(parts.stores),
      subskills: Object.freeze(parts.subskills),
      topics: Object.freeze(parts.topics)
    };
    assertWorkflow(definition, problems);
    return Object.freeze(definition);
  }
  #withStep(name, config) {
    const { steps, problems } = this.#parts;
    if (Object.hasOwn(steps, name))
      return this.#with({ problems: [...problems, `Two steps are called "${name}".`] });
    return this.#with({ steps: Object.assign(/* @__PURE__ */ Object.create(null), steps, { [name]: frozenStep(config) }) });
  }
  #with(parts) {
    return new _a(this.#config, { ...this.#parts, ...parts });
  }
};
_a = SkillBuilder;
function frozenStep(config) {
  const { next, prompt: prompt2 } = config;
  return Object.freeze({
    ...config,
    ...Array.isArray(next) && { next: Object.freeze(next.map((branch) => Object.freeze({ ...branch }))) },
    ...Array.isArray(prompt2) && { prompt: Object.freeze([...prompt2]) }
  });
}
function configOf(step) {
  return "kind" in step && step.kind === "step" ? step.config : step;
}

// ../../../packages/sdk/dist/workflow/define/skill.js
function skill(config) {
  return new SkillBuilder(config);
}

// ../../../packages/sdk/dist/workflow/prompt/tag-text.js
function attributeText(text) {
  return elementText(text).replaceAll('"', "&quot;").replaceAll("	", "&#9;").replaceAll("\n", "&#10;").replaceAll("\r", "&#13;");
}
function elementText(text) {
  return visibleText(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
function elementJson(value) {
  return visibleText(JSON.stringify(value)).replaceAll("&", "\\u0026").replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
}
function attributes(values) {
  return Object.entries(values).filter(([, value]) => value !== void 0 && value !== false).map(([name, value]) => ` ${name}="${attributeText(String(value))}"`).join("");
}

// ../../../packages/sdk/dist/workflow/primitives/check-text.js
function checkText(value, what) {
  if (typeof value !== "string")
    throw new TypeError(`${what} must be text.`);
  if (visibleText(value).trim() === "")
    throw new TypeError(`${what} must not be empty.`);
  return value;
}
function checkList(value, what) {
  if (!Array.isArray(value))
    throw new TypeError(`${what} must be a list.`);
  if (value.length === 0)
    throw new TypeError(`${what} must not be empty.`);
  return value;
}
function checkFlag(value, what) {
  if (value === void 0 || typeof value === "boolean")
    return value === true;
  throw new TypeError(`${what} must be true or false.`);
}
function checkUnique(texts, what) {
  const seen = /* @__PURE__ */ new Set();
  for (const text of texts) {
    if (seen.has(text))
      throw new TypeError(`${what} must be unique; "${text}" occurs twice.`);
    seen.add(text);
  }
}

// ../../../packages/sdk/dist/workflow/prompt/section-tags.js
var sectionTags = ["system", "prompt", "rendered"];

// ../../../packages/sdk/dist/workflow/primitives/define-primitive.js
var tagName = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
function definePrimitive(primitive) {
  const { tag, tools } = primitive;
  if (typeof tag !== "string" || !tagName.test(tag)) {
    throw new TypeError(`The tag of a primitive is made of lower-case letters, digits and single hyphens, not "${tag}".`);
  }
  if (sectionTags.includes(tag))
    throw new TypeError(`The tag "${tag}" is taken.`);
  if (!Array.isArray(tools) || !tools.every((tool) => typeof tool === "string" && tool.trim() !== "")) {
    throw new TypeError(`The tools of the primitive "${tag}" must be a list of names.`);
  }
  if (!["create", "render", "preambleRow"].every((method) => typeof primitive[method] === "function")) {
    throw new TypeError(`The primitive "${tag}" needs the methods create, render and preambleRow.`);
  }
  return Object.freeze({
    tag,
    tools: Object.freeze([...tools]),
    create: (input) => primitive.create(input),
    render: (config, context) => primitive.render(config, context),
    preambleRow: (tool, available) => primitive.preambleRow(tool, available)
  });
}

// ../../../packages/sdk/dist/workflow/primitives/question-parts.js
var maxHeader = 12;
var fewestOptions = 2;
var mostOptions = 4;
function checkHeader(header, what) {
  if (header === void 0)
    return void 0;
  const text = checkText(header, `The header of ${what}`);
  const length = [...text].length;
  if (length > maxHeader) {
    throw new TypeError(`The header of ${what} has ${length} characters; at most ${maxHeader} are shown: "${text}".`);
  }
  return text;
}
function checkOptions(options, what) {
  if (!Array.isArray(options))
    throw new TypeError(`The options of ${what} must be a list.`);
  if (options.length < fewestOptions || options.length > mostOptions) {
    throw new TypeError(`${what[0]?.toUpperCase()}${what.slice(1)} needs ${fewestOptions} to ${mostOptions} options; it has ${options.length}.`);
  }
  const checked = options.map((option, index) => checkOption(option, `option ${index + 1} of ${what}`));
  const values = checked.map(({ value }) => value);
  checkUnique(values, `The values of the options of ${what}`);
  return Object.freeze(checked);
}
function checkOption(option, what) {
  if (typeof option !== "object" || option === null)
    throw new TypeError(`The ${what} must be an object.`);
  const { value, label, description, preview } = option;
  const text = (field, given) => checkText(given, `The ${field} of ${what}`);
  return Object.freeze({
    value: text("value", value),
    label: text("label", label),
    // An empty description is none.
    ...description !== void 0 && description !== "" && { description: text("description", description) },
    ...preview !== void 0 && preview !== "" && { preview: text("preview", preview) }
  });
}
function optionTags(options, indentation) {
  return options.map(({ value, label, description = "", preview }) => {
    const opening = `${indentation}<option${attributes({ value, label })}>${elementText(description)}`;
    if (preview === void 0)
      return `${opening}</option>`;
    return `${opening}
${indentation}  <preview>${elementText(preview)}</preview>
${indentation}</option>`;
  });
}

// ../../../packages/sdk/dist/workflow/primitives/question-tools.js
var questionTools = [
  "AskUserQuestion",
  "request_user_input",
  "ToolRequestUserInput",
  "ask_followup_question",
  "ask-user",
  "question",
  "ask_user",
  "AskQuestion"
];

// ../../../packages/sdk/dist/workflow/primitives/ask-user.js
var askUser = definePrimitive({
  tag: "ask-user",
  tools: questionTools,
  create(input) {
    const question = checkText(input.question, "The question of askUser");
    const what = `the question "${question}"`;
    const { type: type2 = "options" in input ? "structured" : "open" } = input;
    if (type2 === "open") {
      if ("options" in input)
        throw new TypeError(`An open question has no options: ${what}.`);
      return { kind: "ask-user", type: type2, question };
    }
    if (type2 !== "structured" || !("options" in input))
      throw new TypeError(`The options of ${what} must be a list.`);
    const header = checkHeader(input.header, what);
    return {
      kind: "ask-user",
      type: type2,
      ...header !== void 0 && { header },
      question,
      multiSelect: checkFlag(input.multiSelect, `multiSelect of ${what}`),
      options: checkOptions(input.options, what)
    };
  },
  render(config) {
    const { type: type2, question } = config;
    if (type2 === "open")
      return `<ask-user${attributes({ type: type2, question })} />`;
    const { header, multiSelect, options } = config;
    const opening = `<ask-user${attributes({ type: type2, header, question, "multi-select": multiSelect })}>`;
    return [opening, ...optionTags(options, "  "), "</ask-user>"].join("\n");
  },
  preambleRow: (tool) => ({
    tag: "ask-user",
    tool,
    use: tool ? 'type="open": ask in plain text. type="structured": call the tool with options, header and previews, then answer with exact values.' : 'type="open": ask in plain text. type="structured": show a numbered list, then answer with exact values.'
  })
});

// ../../../packages/sdk/dist/workflow/primitives/checklist.js
var updateTools = {
  TaskCreate: "TaskUpdate",
  "tracker-create-task": "tracker-update-task",
  tracker_create_task: "tracker_update_task"
};
var checklist = definePrimitive({
  tag: "checklist",
  tools: [
    "TaskCreate",
    "tracker-create-task",
    "write-todos",
    "todo",
    "update_todo_list",
    "write_todos",
    "tracker_create_task",
    "todowrite",
    "todo_write",
    "TodoWrite",
    "update_plan"
  ],
  create({ create, update }) {
    if (create === void 0 === (update === void 0)) {
      throw new TypeError("A checklist has either `create` or `update`.");
    }
    if (create !== void 0)
      return { kind: "checklist", create: checkItems(create) };
    return { kind: "checklist", update: checkItems(update ?? []) };
  },
  render({ create, update }) {
    const items = (create ?? update ?? []).map(({ title, status }) => `  <item${attributes({ status })}>${elementText(title)}</item>`);
    return [`<checklist${attributes({ update: update !== void 0 })}>`, ...items, "</checklist>"].join("\n");
  },
  preambleRow: (tool, toolsAvailable) => ({ tag: "checklist", tool, use: checklistUse(tool, toolsAvailable) })
});
function checkItems(items) {
  return Object.freeze(checkList(items, "The items of a checklist").map(({ title, status }, index) => Object.freeze({
    title: checkText(title, `The title of item ${index + 1} of a checklist`),
    status: checkText(status, `The status of item ${index + 1} of a checklist`)
  })));
}
function checklistUse(tool, toolsAvailable) {
  if (tool === void 0)
    return 'Keep the items as a list the user sees, and mark them as work goes on; update="true" changes it.';
  const marker2 = updateTools[tool];
  const mark = marker2 !== void 0 && toolsAvailable.includes(marker2) ? ` with ${marker2}` : "";
  return `Register the items with the tool; mark each${mark} as work goes on. update="true": only mark.`;
}

// ../../../packages/sdk/dist/workflow/primitives/confirm.js
var confirm = definePrimitive({
  tag: "confirm",
  tools: questionTools,
  create({ message, destructive, defaultAnswer = "no" }) {
    if (defaultAnswer !== "yes" && defaultAnswer !== "no") {
      throw new TypeError(`The defaultAnswer of confirm must be "yes" or "no".`);
    }
    return {
      kind: "confirm",
      message: checkText(message, "The message of confirm"),
      destructive: checkFlag(destructive, "destructive of confirm"),
      defaultAnswer
    };
  },
  render({ message, destructive, defaultAnswer }) {
    return `<confirm${attributes({ default: defaultAnswer, destructive })}>${elementText(message)}</confirm>`;
  },
  preambleRow: (tool) => ({
    tag: "confirm",
    tool,
    use: `${tool ? "Ask yes or no with the tool" : 'Ask in plain text, to be answered "yes" or "no"'}; \`default\` is the suggested answer. If destructive, say first what cannot be undone.`
  })
});

// ../../../packages/sdk/dist/workflow/primitives/plan.js
var submitTools = {
  EnterPlanMode: "ExitPlanMode",
  "enter-plan-mode": "exit-plan-mode",
  enter_plan_mode: "exit_plan_mode"
};
var trackers = ["update_plan"];
var plan = definePrimitive({
  tag: "plan",
  tools: ["EnterPlanMode", "enter-plan-mode", "update_plan", "plan", "PLAN_MODE", "enter_plan_mode"],
  create({ summary, steps }) {
    return {
      kind: "plan",
      summary: checkText(summary, "The summary of plan"),
      steps: Object.freeze(checkList(steps, "The steps of plan").map((step, index) => checkText(step, `Step ${index + 1} of plan`)))
    };
  },
  render({ summary, steps }) {
    const lines = steps.map((step) => `  <step>${elementText(step)}</step>`);
    return [`<plan${attributes({ summary })}>`, ...lines, "</plan>"].join("\n");
  },
  preambleRow: (tool, toolsAvailable) => ({ tag: "plan", tool, use: planUse(tool, toolsAvailable) })
});
function planUse(tool, toolsAvailable) {
  if (tool === void 0)
    return "Show summary and steps as a numbered list; go on once approved.";
  if (trackers.includes(tool))
    return "Record the steps with the tool, show them, and go on once the user approved in plain text.";
  const submit = submitTools[tool];
  return submit !== void 0 && toolsAvailable.includes(submit) ? `Submit summary and steps for approval (enter with the tool, submit with ${submit}); go on once approved.` : "Submit summary and steps with the tool; go on once approved.";
}

// ../../../packages/sdk/dist/workflow/primitives/subagent.js
var subagent = definePrimitive({
  tag: "subagent",
  tools: ["Agent", "agent", "spawn_agent", "CollabAgent", "task", "USE_SUBAGENTS", "new_task", "Task"],
  create({ prompt: prompt2, output, allowRecursion }) {
    if (output !== void 0 && !isStandardSchema(output))
      throw new TypeError("The output of subagent must be a schema.");
    return {
      kind: "subagent",
      prompt: checkText(prompt2, "The prompt of subagent"),
      ...output !== void 0 && { output },
      allowRecursion: checkFlag(allowRecursion, "allowRecursion of subagent")
    };
  },
  render({ prompt: prompt2, output, allowRecursion }, { skillName }) {
    const opening = `<subagent${attributes({ "no-recurse": allowRecursion ? void 0 : skillName })}>${elementText(prompt2)}`;
    const schema = output && jsonSchemaOf(output, "input");
    if (!schema)
      return `${opening}</subagent>`;
    return `${opening}
  <output-schema>${elementJson(schema)}</output-schema>
</subagent>`;
  },
  preambleRow: (tool) => ({
    tag: "subagent",
    tool,
    use: tool ? "Give the task to a new agent with the tool. Its answer fits `<output-schema>`. It must not run the skill named in no-recurse; if it runs another, it adds `--subagent`." : "Do the task yourself, without running the skill named in no-recurse; the result fits `<output-schema>`. An agent started for it adds `--subagent` to skills it runs."
  })
});

// ../../../packages/sdk/dist/workflow/primitives/survey.js
var blockSize = 4;
var singleTools = ["ask_followup_question"];
var survey = definePrimitive({
  tag: "survey",
  tools: [
    "AskUserQuestion",
    "request_user_input",
    "ToolRequestUserInput",
    "question",
    "ask-user",
    "ask_user",
    "AskQuestion",
    ...singleTools
  ],
  create(questions) {
    const checked = checkList(questions, "The questions of survey").map(checkQuestion);
    const texts = checked.map(({ question }) => question);
    checkUnique(texts, "The questions of a survey");
    return { kind: "survey", questions: Object.freeze(checked) };
  },
  render({ questions }) {
    const blocks = Array.from({ length: Math.ceil(questions.length / blockSize) }, (_, index) => questions.slice(index * blockSize, (index + 1) * blockSize));
    return blocks.map((block) => ["<survey>", ...block.map(questionTag), "</survey>"].join("\n")).join("\n\n");
  },
  preambleRow: (tool) => ({ tag: "survey", tool, use: surveyUse(tool) })
});
function checkQuestion(question, index) {
  if (typeof question !== "object" || question === null)
    throw new TypeError(`Question ${index + 1} must be an object.`);
  const text = checkText(question.question, `The text of question ${index + 1} of survey`);
  const what = `the question "${text}"`;
  const header = checkHeader(question.header, what);
  const multiSelect = checkFlag(question.multiSelect, `multiSelect of ${what}`);
  if (question.options === void 0 && multiSelect)
    throw new TypeError(`multiSelect needs options: ${what}.`);
  return Object.freeze({
    ...header !== void 0 && { header },
    question: text,
    ...multiSelect && { multiSelect },
    ...question.options !== void 0 && { options: checkOptions(question.options, what) }
  });
}
function questionTag({ header, question, multiSelect, options }) {
  if (!options)
    return `  <question${attributes({ header, text: question, type: "open" })} />`;
  const opening = `  <question${attributes({ header, text: question, "multi-select": multiSelect })}>`;
  return [opening, ...optionTags(options, "    "), "  </question>"].join("\n");
}
function surveyUse(tool) {
  if (tool === void 0)
    return "Ask the questions one after the other, with numbered options. Each answer goes into the field of the schema that it is about.";
  if (singleTools.includes(tool))
    return "Ask the questions one after the other with the tool. Each answer goes into the field of the schema that it is about.";
  return 'Ask all questions of a block in one call; type="open" in plain text. Each answer goes into the field of the schema that it is about.';
}

// ../../../packages/sdk/dist/workflow/prompt/render/value-text.js
function valueText(value) {
  if (value === void 0 || value === null)
    return "";
  if (typeof value === "object")
    return value instanceof Date ? value.toISOString() : JSON.stringify(value);
  return String(value);
}

// ../../../packages/sdk/dist/workflow/prompt/render/table.js
var defaultIcons = {
  pass: "✅",
  passed: "✅",
  ok: "✅",
  done: "✅",
  success: "✅",
  completed: "✅",
  warn: "⚠️",
  warning: "⚠️",
  fail: "❌",
  failed: "❌",
  error: "❌",
  pending: "⬜",
  skipped: "⏭️",
  in_progress: "🔄",
  running: "🔄"
};
function table(rows, options = {}) {
  if (rows.length === 0)
    return "";
  const columns = options.columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const icons = options.statusIcons === false ? {} : { ...defaultIcons, ...options.statusIcons };
  const cellOf = (row, column) => {
    const text = valueText(Object.hasOwn(row, column) ? row[column] : void 0);
    const icon = column === "status" && Object.hasOwn(icons, text) ? icons[text] : void 0;
    return icon === void 0 ? text : `${icon} ${text}`;
  };
  return [
    tableRow(columns),
    tableRow(columns.map(() => "---")),
    ...rows.map((row) => tableRow(columns.map((column) => cellOf(row, column))))
  ].join("\n");
}
function tableRow(cells) {
  return `| ${cells.map(cellText).join(" | ")} |`;
}
function cellText(text) {
  return text.replaceAll(/\\+(?=\|)/g, (slashes) => slashes + slashes).replaceAll("|", "\\|").replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, "<br>");
}

// ../../../packages/sdk/dist/workflow/primitives/act-with.js
function actWith(primitive, input) {
  const config = primitive.create(input);
  if (config.kind !== primitive.tag) {
    throw new TypeError(`The primitive "${primitive.tag}" made something of the kind "${config.kind}".`);
  }
  return Object.freeze({ kind: "act", primitive: Object.freeze(config) });
}

// ../../../packages/sdk/dist/workflow/primitives/act.js
var act = Object.freeze({
  askUser: (config) => actWith(askUser, config),
  confirm: (config) => actWith(confirm, config),
  plan: (config) => actWith(plan, config),
  checklist: (config) => actWith(checklist, config),
  subagent: (config) => actWith(subagent, config),
  survey: (questions) => actWith(survey, questions)
});

// ../../../packages/sdk/dist/workflow/prompt/fragment.js
function fragment(name, content) {
  if (typeof name !== "string" || name.trim() === "")
    throw new TypeError("A fragment needs a name.");
  if (typeof content !== "string")
    throw new TypeError(`The content of the fragment "${name}" must be text.`);
  return Object.freeze({ name, content: content.trim() });
}
function isFragment(value) {
  if (typeof value !== "object" || value === null)
    return false;
  const { name, content } = value;
  return typeof name === "string" && typeof content === "string";
}

// ../../../packages/sdk/dist/workflow/prompt/resolve-template.js
function resolveTemplate(strings, values) {
  const lines = linesOf(strings, values);
  const shared = sharedIndentation(lines.filter((line) => !isBlank(line)).map(indentationOf));
  return lines.map((line) => lineText(line, shared.length)).join("\n").replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
}
function linesOf(strings, values) {
  const lines = [[]];
  for (const [index, cooked] of strings.entries()) {
    const text = cooked ?? strings.raw?.[index] ?? "";
    const [first = "", ...more] = text.replaceAll("\r\n", "\n").split("\n");
    lines.at(-1)?.push(first);
    lines.push(...more.map((line) => [line]));
    if (index < strings.length - 1)
      lines.at(-1)?.push({ value: valueText2(values[index]) });
  }
  return lines;
}
function valueText2(value) {
  if (isFragment(value))
    return value.content;
  const text = String(value);
  if (text !== "[object Object]")
    return text.replaceAll("\r\n", "\n");
  throw new TypeError(typeof value === "object" && value !== null && "kind" in value ? `A template holds text only. Return an array to put "${String(value.kind)}" between two texts.` : "A template holds text only. Use `render` or `JSON.stringify` to make text of an object.");
}
function isBlank(line) {
  return line.every((part) => typeof part === "string" && part.trim() === "");
}
function indentationOf([first]) {
  return typeof first === "string" ? /^[^\S\n]*/.exec(first)?.[0] ?? "" : "";
}
function sharedIndentation([first = "", ...more]) {
  let length = first.length;
  for (const other of more) {
    length = Math.min(length, other.length);
    while (!other.startsWith(first.slice(0, length)))
      length -= 1;
  }
  return first.slice(0, length);
}
function lineText(line, shared) {
  if (isBlank(line))
    return "";
  const indentation = indentationOf(line).slice(shared);
  const text = line.map((part) => typeof part === "string" ? part : part.value.replaceAll(/\n(?=[^\n])/g, `
${indentation}`)).join("");
  return text.slice(shared);
}

// ../../../packages/sdk/dist/workflow/prompt/system.js
function system(text, ...values) {
  return Object.freeze({ kind: "system", text: typeof text === "string" ? text : resolveTemplate(text, values) });
}

// ../../../packages/sdk/dist/workflow/engine/values/frozen-json.js
init_is_plain_object();
function frozenJson(value) {
  if (value === null || typeof value === "string" || typeof value === "boolean")
    return value;
  const text = JSON.stringify(value, refuseCode);
  return text === void 0 ? void 0 : deepFreeze(JSON.parse(text));
}
function refuseCode(_key, value) {
  if (typeof value !== "function" && typeof value !== "symbol")
    return value;
  throw new TypeError(`a ${typeof value} is no JSON`);
}
function deepFreeze(root) {
  const open = [root];
  for (let value = open.pop(); value !== void 0; value = open.pop()) {
    if (!Array.isArray(value) && !isPlainObject(value) || Object.isFrozen(value))
      continue;
    for (const part of Object.values(Object.freeze(value)))
      if (typeof part === "object" && part !== null)
        open.push(part);
  }
  return root;
}

// ../../../packages/sdk/dist/workflow/schema/json-schema-of-step.js
var draft = "https://json-schema.org/draft/2020-12/schema";
var known = /* @__PURE__ */ new WeakMap();
function jsonSchemaOfAnswer(schema) {
  let told = known.get(schema);
  if (told === void 0) {
    const plain = jsonSchemaOf(schema, "input");
    told = plain === void 0 ? null : frozenJson({ $schema: draft, ...plain });
    known.set(schema, told);
  }
  return told;
}

// ../../../packages/sdk/dist/core/sha256.js
async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha256:${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

// ../../../packages/sdk/dist/workflow/engine/digest-of-definition.js
var digests = /* @__PURE__ */ new WeakMap();
function digestOfDefinition(definition) {
  let digest = digests.get(definition);
  if (!digest) {
    const text = canonical(shapeOf(definition, /* @__PURE__ */ new Set()));
    digests.set(definition, digest = sha256(new TextEncoder().encode(text)));
  }
  return digest;
}
function shapeOf(definition, within) {
  const { name, entry, params, stores, finalOutput, steps, subskills } = definition;
  if (within.has(definition))
    return name;
  const inside = new Set(within).add(definition);
  return {
    name,
    entry,
    params: schemaShape(params),
    stores: mapValues(stores, schemaShape),
    finalOutput: schemaShape(finalOutput),
    steps: mapValues(steps, stepShape),
    subskills: mapValues(subskills, (registration) => ({
      definition: shapeOf(registration.definition, inside),
      next: nextShape(registration.next)
    }))
  };
}
function stepShape(step) {
  const { parallel, maxVisits, onMaxVisits, onError, next } = step;
  return {
    ...unitShape(step),
    next: nextShape(next),
    maxVisits,
    onMaxVisits,
    onError,
    parallel: parallel && ("each" in parallel ? { each: unitShape(parallel.each) } : mapValues(parallel.branches, unitShape))
  };
}
function unitShape({ prompt: prompt2, response, action: action2 }) {
  return {
    prompted: prompt2 !== void 0,
    response: schemaShape(response),
    action: typeof action2 === "object" ? action2.run.name : action2 !== void 0
  };
}
function nextShape(next) {
  if (typeof next === "function")
    return "()";
  if (!Array.isArray(next))
    return next;
  return next.map(({ to, when }) => ({
    to,
    when: when !== void 0
  }));
}
function schemaShape(schema) {
  return schema && jsonSchemaOfAnswer(schema);
}
function mapValues(values, map) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
}
function canonical(value) {
  if (typeof value !== "object" || value === null)
    return JSON.stringify(value) ?? "null";
  if (Array.isArray(value))
    return `[${value.map(canonical).join(",")}]`;
  const entries = Object.entries(value).filter(([, part]) => part !== void 0);
  entries.sort(([left], [right]) => left < right ? -1 : 1);
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(",")}}`;
}

// ../../../packages/sdk/dist/workflow/prompt/prompt.js
function prompt(strings, ...values) {
  return resolveTemplate(strings, values);
}

// ../../../packages/sdk/dist/workflow/prompt/render/checklist-text.js
function checklistText(items) {
  return items.map(({ text, done }) => `${done ? "✅" : "⬜"} ${text.replaceAll(/\r\n|\n/g, "\n  ")}`).join("\n");
}

// ../../../packages/sdk/dist/workflow/prompt/render/code.js
function code(source, language = "") {
  let longest = 0;
  for (const [ticks] of source.matchAll(/`+/g))
    longest = Math.max(longest, ticks.length);
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${language.replaceAll(/[`\s]+/g, " ").trim()}
${source.replace(/\n$/, "")}
${fence}`;
}

// ../../../packages/sdk/dist/workflow/prompt/render/diff.js
var maxComparisons = 4e6;
function diff(before, after) {
  const edits = lineEdits(before.split("\n"), after.split("\n"));
  return ["--- before", "+++ after", ...edits.map(([mark, line]) => mark + line)].join("\n");
}
function lineEdits(before, after) {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start])
    start += 1;
  let end2 = 0;
  while (end2 < shortest - start && before.at(-1 - end2) === after.at(-1 - end2))
    end2 += 1;
  const kept = (lines) => lines.map((line) => [" ", line]);
  return [
    ...kept(before.slice(0, start)),
    ...middleEdits(before.slice(start, before.length - end2), after.slice(start, after.length - end2)),
    ...kept(before.slice(before.length - end2))
  ];
}
function middleEdits(before, after) {
  const removed = (lines) => lines.map((line) => ["-", line]);
  const added = (lines) => lines.map((line) => ["+", line]);
  if (before.length * after.length > maxComparisons)
    return [...removed(before), ...added(after)];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const commonAt = (row2, column2) => common[row2 * width + column2] ?? 0;
  for (let row2 = before.length - 1; row2 >= 0; row2 -= 1) {
    for (let column2 = after.length - 1; column2 >= 0; column2 -= 1) {
      common[row2 * width + column2] = before[row2] === after[column2] ? commonAt(row2 + 1, column2 + 1) + 1 : Math.max(commonAt(row2 + 1, column2), commonAt(row2, column2 + 1));
    }
  }
  const edits = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    const line = before[row] ?? "";
    if (line === after[column]) {
      edits.push([" ", line]);
      row += 1;
      column += 1;
    } else if (commonAt(row + 1, column) >= commonAt(row, column + 1)) {
      edits.push(["-", line]);
      row += 1;
    } else {
      edits.push(["+", after[column] ?? ""]);
      column += 1;
    }
  }
  return [...edits, ...removed(before.slice(row)), ...added(after.slice(column))];
}

// ../../../packages/sdk/dist/workflow/prompt/render/kv.js
function kv(values) {
  const entries = Object.entries(values);
  const width = entries.reduce((longest, [key]) => Math.max(longest, key.length), 0);
  const indentation = " ".repeat(width + 2);
  return entries.map(([key, value]) => `${key.padEnd(width)}  ${valueText(value).replaceAll("\n", `
${indentation}`)}`).join("\n");
}

// ../../../packages/sdk/dist/workflow/prompt/render/section.js
function section(title, body) {
  return `## ${title.replaceAll(/\s+/g, " ").trim()}

${body}`.trimEnd();
}

// ../../../packages/sdk/dist/workflow/prompt/render/render.js
var render = Object.freeze({ table, checklist: checklistText, diff, code, kv, section });

// ../../../packages/sdk/dist/workflow/prompt/view.js
function view(first, second) {
  if (second === void 0)
    return Object.freeze({ kind: "view", text: textOf(first) });
  if (typeof first !== "string")
    throw new TypeError("The label of a view must be text.");
  if (first.trim() === "")
    return view(second);
  return Object.freeze({ kind: "view", label: first, text: textOf(second) });
}
function textOf(content) {
  const texts = typeof content === "string" ? [content] : content;
  if (Array.isArray(texts) && texts.every((text) => typeof text === "string"))
    return texts.join("\n\n");
  throw new TypeError("A view shows a text, or a list of texts.");
}

// actions.ts
import { execFile } from "node:child_process";
import { promisify } from "node:util";
var run = promisify(execFile);
var change = type({ kind: "'breaking' | 'feature' | 'fix'", text: "string" });
var listChanges = action({
  name: "list-changes",
  input: type({ repository: "string", since: "string" }),
  output: change.array(),
  timeout: 1e4,
  retries: 2,
  idempotent: true,
  // The signal fires when the time is over, and ends the process with it.
  run: async ({ input: { repository, since }, signal }) => {
    const { stdout } = await run("git", ["log", "--format=%s", `v${since}..HEAD`], { cwd: repository, signal });
    return stdout.split("\n").filter((line) => line !== "").map(changeOf);
  }
});
var publishTag = action({
  name: "publish-tag",
  input: type({ repository: "string", version: "string", notes: "string >= 1" }),
  output: type({ tag: "string", commit: "string" }),
  timeout: 6e4,
  retries: 1,
  destructive: true,
  idempotent: true,
  run: async ({ input: { repository, version, notes }, signal }) => {
    const tag = `v${version}`;
    const git = async (...args) => (await run("git", args, { cwd: repository, signal })).stdout.trim();
    if (await git("tag", "--list", tag) === "") await git("tag", "--annotate", tag, "--message", notes);
    await git("push", "--quiet", "origin", `refs/tags/${tag}`);
    return { tag, commit: await git("rev-parse", "--short", `${tag}^{commit}`) };
  }
});
function changeOf(subject) {
  const [, kind, breaking, text = subject] = /^(\w+)(?:\([^)]*\))?(!)?: (.*)$/.exec(subject) ?? [];
  return { kind: breaking ? "breaking" : kind === "feat" ? "feature" : "fix", text };
}

// skill.ts
var bump = type("'patch' | 'minor' | 'major'");
var voice = fragment(
  "voice",
  `
Write for the people who upgrade, not for those who made the change. Begin with what they can do now or must do, then why.
No commit hashes, no ticket numbers, no praise of our own work.
`
);
var checks = [
  { title: "The tests pass on a clean checkout", status: "pending" },
  { title: "The changelog has an entry for this version", status: "pending" },
  { title: "Every breaking change says how to migrate", status: "pending" },
  { title: "The package holds what it should, and nothing else", status: "pending" }
];
var skill_default = skill({
  name: "release-assistant",
  description: "Prepares and publishes a release: reads what changed, agrees on the version, writes the notes, goes through the checks and publishes after an explicit yes. Use it when a new version of a package is to go out.",
  triggers: ["release", "publish a version", "cut a release"],
  entry: "changes",
  system: "You prepare a release. Nothing is published before the user has said yes to it in so many words.",
  params: type({ repository: "string >= 1", current: /^\d+\.\d+\.\d+$/ }),
  finalOutput: type({ released: "boolean", version: "string", summary: "string" })
}).step("changes", {
  action: {
    run: listChanges,
    mapInput: ({ params }) => ({ repository: params.repository, since: params.current })
  },
  onError: "ask-for-changes",
  next: [{ to: "nothing-to-do", when: ({ actionResult }) => actionResult.length === 0 }, { to: "choose-version" }]
}).step("ask-for-changes", {
  prompt: ({ params }) => [
    prompt`
        The commits since version ${params.current} could not be read; perhaps its tag is missing. Ask the user
        what has changed, and sort each change into one of three kinds: feature, fix or breaking.
      `,
    act.askUser({ question: `What has changed since ${params.current}?` })
  ],
  response: type({ changes: change.array().atLeastLength(1) }),
  save: ({ response }) => ({ step: response.changes }),
  next: "choose-version"
}).step("choose-version", {
  prompt: ({ store, params }) => [
    view("Changes", render.table(store.steps.changes ?? store.steps["ask-for-changes"] ?? [])),
    prompt`
        The version now is ${params.current}. Recommend how to count up, by the rules of semantic versioning: anything
        that breaks a caller is major, anything new is minor, the rest is a patch. Say in one sentence which change decides
        it, and let the user choose.
      `,
    act.askUser({
      header: "Version",
      question: "Which part of the version goes up?",
      options: [
        { value: "patch", label: "Patch", description: nextVersion(params.current, "patch") },
        { value: "minor", label: "Minor", description: nextVersion(params.current, "minor") },
        { value: "major", label: "Major", description: nextVersion(params.current, "major") }
      ]
    })
  ],
  response: type({ bump, because: "string" }),
  save: ({ response, params }) => ({ step: { version: nextVersion(params.current, response.bump), ...response } }),
  next: "write-notes"
}).step("write-notes", {
  prompt: ({ store }) => prompt`
      Write the release notes of ${store.steps["choose-version"].version} in Markdown.

      ${voice}

      Put breaking changes first, each with what to write instead. Leave out a heading that would stand over nothing.
    `,
  response: type({ headline: "1 <= string <= 80", notes: "string >= 1" }),
  next: "run-checks"
}).step("run-checks", {
  prompt: ({ attempts }) => [
    act.checklist(attempts === 0 ? { create: checks } : { update: checks }),
    prompt`
        Go through the list${attempts === 0 ? "" : " again, from the top"}. Look for yourself; do not take a thing for done
        because it usually is. Answer with what stands in the way of the release: one sentence each, or an empty list.
      `
  ],
  response: type({ blockers: "string[]" }),
  maxVisits: 3,
  onMaxVisits: "call-off",
  next: [{ to: "clear-blockers", when: ({ response }) => response.blockers.length > 0 }, { to: "approve" }]
}).step("clear-blockers", {
  prompt: ({ store }) => [
    view("In the way", render.checklist(store.steps["run-checks"].blockers.map((text) => ({ text, done: false })))),
    prompt`Settle these with the user, smallest first. Answer with what you did about each.`
  ],
  response: type({ done: "string[]" }),
  next: "run-checks"
}).step("approve", {
  prompt: ({ store }) => [
    view(store.steps["write-notes"].headline, store.steps["write-notes"].notes),
    act.confirm({
      message: `Publish version ${store.steps["choose-version"].version}? A tag that was pushed cannot be taken back.`,
      destructive: true
    })
  ],
  response: type({ approved: "boolean" }),
  next: ({ response }) => response.approved ? "publish" : "call-off"
}).step("publish", {
  action: {
    run: publishTag,
    mapInput: ({ store, params }) => ({
      repository: params.repository,
      version: store.steps["choose-version"].version,
      notes: store.steps["write-notes"].notes
    })
  },
  maxVisits: 3,
  onMaxVisits: "call-off",
  onError: "publish-failed",
  next: "announce"
}).step("publish-failed", {
  prompt: ({ store }) => [
    system`Nothing was published, as far as we know. Do not try to publish in any other way.`,
    prompt`
        Publishing ${store.steps["choose-version"].version} failed. Tell the user so, with the reason that the last result
        gives, and whether waiting is likely to help.
      `,
    act.confirm({ message: "Try again now?", defaultAnswer: "no" })
  ],
  response: type({ again: "boolean" }),
  next: ({ response }) => response.again ? "publish" : "call-off"
}).step("announce", {
  prompt: ({ store }) => prompt`
      Version ${store.steps["choose-version"].version} is out: tag ${store.steps.publish.tag}, at ${store.steps.publish.commit}.

      Tell the user. Answer with a summary of two sentences that could stand in a chat.
    `,
  response: type({ released: "true", version: "string", summary: "string" }),
  next: terminal
}).step("call-off", {
  prompt: ({ params }) => prompt`
      The release is off, and ${params.current} remains the latest version. Say what would have to be different for it to go
      out, and answer with that in two sentences.
    `,
  response: type({ released: "false", version: "string", summary: "string" }),
  next: terminal
}).step("nothing-to-do", {
  prompt: ({ params }) => prompt`
      Nothing has changed since ${params.current}: there is nothing to release. Tell the user when the last change was.
    `,
  response: type({ released: "false", version: "string", summary: "string" }),
  next: terminal
}).build();
function nextVersion(current, part) {
  const [major = 0, minor = 0, patch = 0] = current.split(".").map(Number);
  if (part === "major") return `${major + 1}.0.0`;
  return part === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}
export {
  skill_default as default,
  digestOfDefinition
};
