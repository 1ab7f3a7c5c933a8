// What one skill costs in a prompt, in each format, against lists of peers: the same skills, the same counter (tokenx).
// What stands around a list once is left out for everybody: a list of all skills minus a list of none.
//
//   node bench/tokens.mjs [--skills 500] [--write]

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parseSkill, renderSkillCatalog } from "@tradecraft/sdk";
import { toPrompt } from "skills-ref";
import { estimateTokenCount } from "tokenx";
import { readCorpusSkills } from "../tools/corpus.mjs";
import { writeSection } from "./report.mjs";

const { values } = parseArgs({
  options: { skills: { type: "string", default: "500" }, write: { type: "boolean", default: false } },
});

/** Skills that every contestant can read, spread over the corpus, each name once. */
function sampleSkills(count) {
  const texts = readCorpusSkills();
  if (texts === undefined) throw new Error("The corpus is not there; see tools/corpus.mjs.");
  const byName = new Map();
  for (const { text } of texts) {
    const { manifest, diagnostics } = parseSkill(text);
    const { name, description, compatibility } = manifest;
    const isSound = /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 64 && description !== "";
    if (!isSound || diagnostics.some(({ severity }) => severity === "error") || byName.has(name)) continue;
    byName.set(name, { id: name, name, description: description.trim(), ...(compatibility && { compatibility }) });
  }
  const all = [...byName.values()];
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, at) => at % step === 0).slice(0, count);
}

/** skills-ref as it is, on folders with a short path: the path is part of what it costs. */
async function referencePrompt(skills) {
  const root = mkdtempSync(join(tmpdir(), "s-"));
  try {
    const folders = skills.map(({ name, description }) => {
      const folder = join(root, name);
      mkdirSync(folder);
      writeFileSync(
        join(folder, "SKILL.md"),
        `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\nBody.\n`,
      );
      return folder;
    });
    return await toPrompt(folders);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const oneLine = (text) => text.replaceAll(/\s+/g, " ");
const inTags = (lines) => ["<available_skills>", ...lines, "</available_skills>"].join("\n");

// Peers do not mention compatibility, so ours is counted without it as well as with it.
const bare = (skills) => skills.map(({ id, description }) => ({ id, description }));

const contestants = [
  ["markdown", (skills) => renderSkillCatalog(bare(skills), { format: "markdown" })],
  ["xml", (skills) => renderSkillCatalog(bare(skills))],
  ["json", (skills) => renderSkillCatalog(bare(skills), { format: "json" })],
  ["markdown, with compatibility", (skills) => renderSkillCatalog(skills, { format: "markdown" })],
  ["xml, with compatibility", (skills) => renderSkillCatalog(skills)],
  ["skills-ref 0.1.5 `to-prompt`", referencePrompt],
  [
    "Deuz-style list",
    (skills) => inTags(skills.map(({ id, name, description }) => `- ${name} (${id}): ${oneLine(description)}`)),
  ],
  [
    "haiku-style list",
    (skills) => skills.map(({ name, description }) => `- **${name}**: ${oneLine(description)}`).join("\n"),
  ],
  [
    "Cloudflare-style list",
    (skills) => skills.map(({ name, description }) => `- ${name}: ${oneLine(description)}`).join("\n"),
  ],
];

const skills = sampleSkills(Number(values.skills));
const costs = new Map();
for (const [name, render] of contestants) {
  const around = estimateTokenCount(await render([]));
  costs.set(name, (estimateTokenCount(await render(skills)) - around) / skills.length);
}

const cost = (name) => costs.get(name) ?? Infinity;
const reference = cost("skills-ref 0.1.5 `to-prompt`");
const table = [
  "| format | tokens per skill | of skills-ref |",
  "| --- | ---: | ---: |",
  ...[...costs].map(
    ([name, tokens]) =>
      `| ${/^(?:markdown|xml|json)/.test(name) ? `ours, ${name}` : name} | ${tokens.toFixed(1)} | ${(tokens / reference).toFixed(2)} |`,
  ),
].join("\n");
process.stdout.write(`${skills.length} skills of the corpus, counted by tokenx\n\n${table}\n`);

const peers = [...costs.keys()].filter((name) => /-style|skills-ref/.test(name));
const failures = [
  ...peers
    // To a hundredth of a token: one odd character in 500 skills decides beyond that.
    .filter((peer) => Number(cost("markdown").toFixed(2)) > Number(cost(peer).toFixed(2)))
    .map((peer) => `markdown ${cost("markdown").toFixed(2)} > ${peer} ${cost(peer).toFixed(2)}`),
  ...(cost("xml") > 0.7 * reference ? [`xml ${(cost("xml") / reference).toFixed(3)} of skills-ref, bar 0.7`] : []),
];
for (const failure of failures) process.stderr.write(`missed: ${failure}\n`);
if (failures.length > 0) process.exitCode = 1;
if (values.write) writeSection("tokens", table);
