import { skillHandle } from "../code/skill-handle.ts";
import { SkillError } from "../errors.ts";
import type { DiagnosticCode } from "../format/codes.ts";
import { SignatureGuard } from "../integrity/signature-guard.ts";
import type { SignaturePolicy, SignatureStatus, SignatureVerdict } from "../integrity/signature-policy.ts";
import { mapLimited } from "../map-limited.ts";
import { messageOf } from "../message-of.ts";
import { normalizeResourcePath } from "../source/normalize-resource-path.ts";
import { unknownSkill } from "../source/skill-id.ts";
import type { SkillEntry, SourceCallOptions, SourceDiagnostic } from "../source/skill-source.ts";
import type { SkillRegistry } from "./skill-registry.ts";

const concurrency = 8;
const modes = ["ignore", "warn", "require"];

export interface GuardRegistryOptions {
  /** Told of every skill that is used without a valid signature, in mode `warn`. */
  readonly onWarning?: (id: string, verdict: SignatureVerdict) => void;
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
  const isRequired = policy.mode === "require";
  const found = new Map<string, SourceDiagnostic>();
  const note = (id: string, code: DiagnosticCode, message: string): void =>
    void found.set(id, { code, severity: isRequired ? "error" : "warning", message, source: "signatures", id });
  const guard = new SignatureGuard(registry, policy, (id, verdict) => {
    note(id, signatureCodes[verdict.status], `The skill "${id}" is used all the same: ${verdict.message}`);
    onWarning?.(id, verdict);
  });

  let seen: { readonly all: readonly SkillEntry[]; readonly listed: Promise<readonly SkillEntry[]> } | undefined;
  /** Under `require` a skill that is not valid is not even found. */
  const catalog = async (options: SourceCallOptions = {}): Promise<readonly SkillEntry[]> => {
    const all = await registry.catalog(options);
    if (!isRequired) return all;
    if (seen?.all !== all) seen = { all, listed: validOnes(all) };
    return seen.listed;
  };
  const validOnes = async (all: readonly SkillEntry[]): Promise<readonly SkillEntry[]> => {
    const isValid = await mapLimited(all, concurrency, async ({ id }) => {
      try {
        await guard.check(id, {});
        found.delete(id);
        return true;
      } catch (error) {
        note(id, codeOf(error), messageOf(error));
        return false;
      }
    });
    return Object.freeze(all.filter((_, at) => isValid[at]));
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
    const exempt = isRequired ? (await registry.catalog(options)).filter(({ id }) => guard.isExempt(id)) : undefined;
    if (exempt?.length === 0) return new Map();
    const given = await registry.definitions(options);
    return exempt === undefined ? given : new Map([...given].filter(([id]) => guard.isExempt(id)));
  };

  return {
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
    // Whoever asks is about to run something.
    pinned: async (id, options = {}) => {
      await guard.check(id, options);
      return registry.pinned(id, options);
    },
    skill: async (id, options = {}) => {
      await guard.check(id, options);
      if (!isRequired || guard.isExempt(id)) return registry.skill(id, options);
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
      return isOther || (isRequired && before !== undefined && !isSameList(before, after));
    },
    watch: (onChange, options = {}) =>
      registry.watch(() => {
        seen = undefined;
        onChange?.();
      }, options),
  };
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

function isSameList(before: readonly SkillEntry[], after: readonly SkillEntry[]): boolean {
  return before.length === after.length && before.every((entry, at) => entry === after[at]);
}
