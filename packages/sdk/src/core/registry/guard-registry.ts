import { skillHandle } from "../code/skill-handle.ts";
import { SkillError } from "../errors.ts";
import type { DiagnosticCode } from "../format/codes.ts";
import { SignatureGuard } from "../integrity/signature-guard.ts";
import type { SignaturePolicy, SignatureStatus, SignatureVerdict } from "../integrity/signature-policy.ts";
import { mapLimited } from "../map-limited.ts";
import { messageOf } from "../message-of.ts";
import { withMethods } from "../refused-options.ts";
import { normalizeResourcePath } from "../source/normalize-resource-path.ts";
import { unknownSkill } from "../source/skill-id.ts";
import type { SkillEntry, SourceCallOptions, SourceDiagnostic } from "../source/skill-source.ts";
import { KeptEntries, signedEntry } from "./signed-entry.ts";
import type { SkillRegistry } from "./skill-registry.ts";

const concurrency = 8;
const modes = ["ignore", "warn", "require"];

export interface GuardRegistryOptions {
  /** Told of every skill that is used without a valid signature, in mode `warn`. */
  readonly onWarning?: (id: string, verdict: SignatureVerdict) => void;
}

const strict = new WeakSet<SkillRegistry>();

/** Whether a registry gives signed skills alone. */
export function requiresSignatures(registry: SkillRegistry): boolean {
  return strict.has(registry);
}

/** The same registry under a policy on signatures: each skill is verified whenever it is used. */
export function guardRegistry(
  registry: SkillRegistry,
  policy: SignaturePolicy,
  { onWarning }: GuardRegistryOptions = {},
): SkillRegistry {
  if (!modes.includes(policy.mode))
    throw new SkillError("skillset-invalid", `signatures.mode must be one of ${modes.join(", ")}.`);
  if (policy.mode === "ignore") return registry;
  if (!withMethods("verify").is(policy.verifier))
    throw new SkillError("skillset-invalid", "signatures.verifier must be an object with verify().");
  const isRequired = policy.mode === "require";
  const found = new Map<string, SourceDiagnostic>();
  const note = (id: string, code: DiagnosticCode, message: string): void =>
    void found.set(id, { code, severity: isRequired ? "error" : "warning", message, source: "signatures", id });
  const guard = new SignatureGuard(registry, policy, (id, verdict) => {
    note(id, signatureCodes[verdict.status], `The skill "${id}" is used all the same: ${verdict.message}`);
    onWarning?.(id, verdict);
  });

  let seen: { readonly all: readonly SkillEntry[]; readonly listed: Promise<readonly SkillEntry[]> } | undefined;
  const kept = new KeptEntries();
  /** Under `require` a skill that is not valid is not even found; of one that is, what was signed is listed. */
  const catalog = async (options: SourceCallOptions = {}): Promise<readonly SkillEntry[]> => {
    const all = await registry.catalog(options);
    if (seen?.all !== all) {
      const listed = signedOnes(all);
      // Whoever asks next is told anew.
      listed.catch(() => (seen = undefined));
      seen = { all, listed };
    }
    return seen.listed;
  };
  const signedOnes = async (all: readonly SkillEntry[]): Promise<readonly SkillEntry[]> => {
    const entryOf = isRequired ? requiredEntry : knownEntry;
    const entries = await mapLimited(all, concurrency, async (entry) => {
      try {
        return await entryOf(entry);
      } catch (error) {
        // The program's own mistake, not the skill's.
        if (SkillError.is(error, "project-invalid")) throw error;
        if (!isRequired) return entry;
        note(entry.id, codeOf(error), messageOf(error));
        return undefined;
      }
    });
    return kept.list(entries.filter((entry) => entry !== undefined));
  };
  const requiredEntry = async (entry: SkillEntry): Promise<SkillEntry | undefined> => {
    const { id } = entry;
    const signed = (await guard.isExempt(id, {})) ? entry : signedEntry(entry, await trigger(id));
    if (signed === undefined) note(id, "description-missing", `The skill "${id}" was signed without a description.`);
    else found.delete(id);
    return signed && kept.entry(signed);
  };
  /** Nothing is read ahead of what others serve, and nobody is warned of what is only listed. */
  const knownEntry = async (entry: SkillEntry): Promise<SkillEntry> => {
    const { id, origin } = entry;
    if (origin !== undefined || (await guard.isExempt(id, {}))) return entry;
    if ((await guard.verdict(id, {})).status !== "valid") return entry;
    const manifest = await registry.trigger(id);
    const isSigned = await guard.covers(id, "SKILL.md", manifest.raw, {});
    return kept.entry((isSigned ? signedEntry(entry, manifest) : undefined) ?? entry);
  };

  const trigger: SkillRegistry["trigger"] = async (id, options = {}) => {
    await guard.check(id, options);
    const manifest = await registry.trigger(id, options);
    await guard.covered(id, "SKILL.md", manifest.raw, options);
    return manifest;
  };
  const files: SkillRegistry["files"] = async (id, options = {}) => {
    const listed = await registry.files(id, options);
    await guard.checkListed(id, listed, options);
    return listed;
  };
  const definitions: SkillRegistry["definitions"] = async (options = {}) => {
    // No signature of a folder covers code that the program imports; it is not even loaded then.
    if (!isRequired) return registry.definitions(options);
    const exempt = new Set<string>();
    for (const { id } of await registry.catalog(options)) if (await guard.isExempt(id, options)) exempt.add(id);
    if (exempt.size === 0) return new Map();
    return new Map([...(await registry.definitions(options))].filter(([id]) => exempt.has(id)));
  };

  const guarded: SkillRegistry = {
    catalog,
    trigger,
    files,
    definitions,
    resource: async (id, path, options = {}) => {
      const content = await registry.resource(id, path, options);
      return guard.covered(id, normalizeResourcePath(path), content, options);
    },
    listResources: async (id, options = {}) => {
      await files(id, options);
      return registry.listResources(id, options);
    },
    directory: async (id, options = {}) => {
      await guard.checkListed(id, [], options);
      return registry.directory(id, options);
    },
    isOfProgram: async (id, options) => (await registry.isOfProgram?.(id, options)) === true,
    // No `frontmatter`: a signature covers the SKILL.md, and not what a server says is in it.
    // Whoever asks is about to run something.
    pinned: async (id, options = {}) => {
      await guard.check(id, options);
      return registry.pinned(id, options);
    },
    skill: async (id, options = {}) => {
      await guard.check(id, options);
      if (!isRequired || (await guard.isExempt(id, options))) return registry.skill(id, options);
      const entry = (await catalog(options)).find((each) => each.id === id);
      if (entry === undefined) throw unknownSkill(id);
      return skillHandle(entry, undefined);
    },
    match: async (query, options = {}) => {
      if (!isRequired) return registry.match(query, options);
      const { topK = Infinity, ...rest } = options;
      const [matches, listed] = await Promise.all([registry.match(query, rest), catalog(options)]);
      const ids = new Set(listed.map(({ id }) => id));
      return matches.filter(({ id }) => ids.has(id)).slice(0, topK);
    },
    has: async (id, options = {}) => (await catalog(options)).some((entry) => entry.id === id),
    get: async (id, options = {}) => ((await registry.has(id, options)) ? trigger(id, options) : undefined),
    list: async (options = {}) => {
      const manifests = await mapLimited(await catalog(options), concurrency, async ({ id }) => {
        try {
          return await trigger(id, options);
        } catch (error) {
          options.signal?.throwIfAborted();
          note(id, codeOf(error), messageOf(error));
          return undefined;
        }
      });
      return manifests.filter((manifest) => manifest !== undefined);
    },
    diagnostics: async (options = {}) => {
      await catalog(options);
      return [...(await registry.diagnostics(options)), ...found.values()];
    },
    refresh: async (options = {}) => {
      const before = await seen?.listed;
      const isOther = await registry.refresh(options);
      seen = undefined;
      found.clear();
      const after = await catalog(options);
      return isOther || (before !== undefined && before !== after);
    },
    watch: (onChange, options = {}) =>
      registry.watch(() => {
        seen = undefined;
        onChange?.();
      }, options),
  };
  if (isRequired || strict.has(registry)) strict.add(guarded);
  return guarded;
}

const signatureCodes: Readonly<Record<SignatureStatus, DiagnosticCode>> = {
  valid: "signature-invalid",
  invalid: "signature-invalid",
  untrusted: "signature-untrusted",
  unsigned: "signature-missing",
  unchecked: "signature-unchecked",
};

/** Why a skill was left out. */
function codeOf(error: unknown): DiagnosticCode {
  const status = SkillError.is(error) ? error.facts["status"] : undefined;
  return typeof status === "string" && Object.hasOwn(signatureCodes, status)
    ? signatureCodes[status as SignatureStatus]
    : "file-unreadable";
}
