import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import initSqlJs from "sql.js";
import { schema, sqlSkillSource } from "./sql-skill-source.mjs";

const skills = fileURLToPath(new URL("../skills/", import.meta.url));
const database = new (await initSqlJs()).Database();
database.run(schema);

/** Puts a folder into the tables. */
async function store(id) {
  database.run("INSERT INTO skills VALUES (?, ?)", [id, await readFile(join(skills, id, "SKILL.md"), "utf8")]);
  for (const entry of await readdir(join(skills, id), { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = file.slice(join(skills, id).length + 1).replaceAll("\\", "/");
    if (!entry.isFile() || path === "SKILL.md") continue;
    database.run("INSERT INTO skill_files VALUES (?, ?, ?)", [id, path, await readFile(file)]);
  }
}
await store("incident-review");
await store("table-tools");
database.run("INSERT INTO skills VALUES ('draft', 'Not finished, and without a description.')");

const source = sqlSkillSource(async (sql, parameters = []) => {
  const statement = database.prepare(sql, [...parameters]);
  const rows = [];
  while (statement.step()) rows.push(statement.getAsObject());
  statement.free();
  return rows;
});

const found = [];
const entries = await source.list({ onDiagnostic: (diagnostic) => found.push(diagnostic) });
for (const { id, description } of entries) console.log(`${id}: ${description.slice(0, 70)}…`);
assert.deepEqual(
  entries.map(({ id }) => id),
  ["incident-review", "table-tools"],
);
assert.ok(found.some(({ id, code }) => id === "draft" && code === "frontmatter-missing"));

const raw = await source.read("incident-review");
assert.equal(raw, await readFile(join(skills, "incident-review/SKILL.md"), "utf8"));
console.log(`read SKILL.md of incident-review: ${raw.length} characters`);

const files = await source.listResources("incident-review");
for (const { path, size } of files) {
  const bytes = await source.readResource("incident-review", path);
  assert.equal(bytes.length, size);
  assert.deepEqual(Buffer.from(bytes), await readFile(join(skills, "incident-review", path)));
  console.log(`read ${path}: ${size} bytes`);
}
assert.equal(files.length, 3);

const refused = (work, code) => assert.rejects(work, { code });
await refused(source.read("draft"), "skill-unknown");
await refused(source.read("' OR 1=1 --"), "skill-unknown");
await refused(source.readResource("incident-review", "../table-tools/scripts/check.sh"), "path-refused");
await refused(source.readResource("incident-review", "scripts/check.sh"), "resource-missing");
console.log("refused: a draft, an unknown id, a path that leaves the skill, a file of another skill");
