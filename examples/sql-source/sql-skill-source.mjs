import { createHash } from "node:crypto";
import { normalizeResourcePath, parseSkill, SkillError } from "@tradecraft/sdk";

/**
 * @typedef {import("@tradecraft/sdk").SkillSource} SkillSource
 * @typedef {import("@tradecraft/sdk").SkillEntry} SkillEntry
 */

/**
 * Runs one statement with its parameters and brings the rows: all that is needed of a database.
 *
 * @typedef {(sql: string, parameters?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>} Query
 */

/** The tables, in SQLite's words. */
export const schema = `
  CREATE TABLE skills (
    id TEXT PRIMARY KEY,
    raw TEXT NOT NULL
  );
  CREATE TABLE skill_files (
    skill_id TEXT NOT NULL REFERENCES skills (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (skill_id, path)
  );
`;

/**
 * Skills in two tables of a database.
 *
 * @param {Query} query
 * @param {{ readonly label?: string }} [options]
 * @returns {SkillSource}
 */
export function sqlSkillSource(query, { label = "sql" } = {}) {
  /** @type {ReadonlySet<string> | undefined} */
  let listed;

  /** @type {SkillSource["list"]} */
  async function list({ signal, parse = parseSkill, onDiagnostic } = {}) {
    signal?.throwIfAborted();
    /** @type {SkillEntry[]} */
    const entries = [];
    for (const row of await query("SELECT id, raw FROM skills ORDER BY id")) {
      const id = String(row.id);
      const raw = String(row.raw);
      const { manifest, diagnostics } = parse(raw);
      for (const diagnostic of diagnostics) onDiagnostic?.({ ...diagnostic, source: label, id });
      if (manifest.description === "") {
        const message = "Without a description nobody can choose this skill, so it is not listed.";
        onDiagnostic?.({ code: "description-missing", severity: "error", message, source: label, id });
        continue;
      }
      const { name, description, compatibility, dialect } = manifest;
      entries.push({
        id,
        name: name || id,
        description,
        revision: createHash("sha256").update(raw).digest("hex"),
        ...(compatibility !== undefined && { compatibility }),
        ...(dialect.disableModelInvocation !== undefined && { disableModelInvocation: dialect.disableModelInvocation }),
        ...(dialect.userInvocable !== undefined && { userInvocable: dialect.userInvocable }),
      });
    }
    listed = new Set(entries.map(({ id }) => id));
    return entries;
  }

  /** Ids come from models: only those that were listed are looked up. */
  async function assertListed(/** @type {string} */ id, /** @type {AbortSignal | undefined} */ signal) {
    signal?.throwIfAborted();
    if (listed === undefined) await list();
    if (!listed?.has(id)) throw new SkillError("skill-unknown", "There is no such skill.", { facts: { id } });
  }

  return {
    label,
    list,
    async read(id, { signal } = {}) {
      await assertListed(id, signal);
      const [row] = await query("SELECT raw FROM skills WHERE id = ?", [id]);
      if (row === undefined) throw new SkillError("skill-unknown", "The skill is gone.", { facts: { id } });
      return String(row.raw);
    },
    async listResources(id, { signal } = {}) {
      await assertListed(id, signal);
      const sql = "SELECT path, length(bytes) AS size FROM skill_files WHERE skill_id = ? ORDER BY path";
      const rows = await query(sql, [id]);
      return rows.map(({ path, size }) => ({ path: String(path), size: Number(size) }));
    },
    async readResource(id, path, { signal } = {}) {
      const normalized = normalizeResourcePath(path);
      await assertListed(id, signal);
      const sql = "SELECT bytes FROM skill_files WHERE skill_id = ? AND path = ?";
      const [row] = await query(sql, [id, normalized]);
      if (row === undefined) {
        throw new SkillError("resource-missing", "The skill has no such file.", { facts: { id, path: normalized } });
      }
      return /** @type {Uint8Array} */ (row.bytes);
    },
  };
}
