import { SkillError } from "../errors.ts";
import { sha256 } from "../sha256.ts";
import { matchesPattern } from "../skillset/allow-skills.ts";
import type { SkillResource, SourceCallOptions } from "../source/skill-source.ts";
import { pinSkillFiles } from "./pin-skill-files.ts";
import {
  SIGNATURE_FILE_NAME,
  type SignaturePolicy,
  type SignatureVerdict,
  type SkillToVerify,
} from "./signature-policy.ts";
import { notCovered, refusal, unchecked } from "./signature-refusal.ts";
import type { SkillFileList } from "./skill-file-list.ts";

/** The part of a registry that a guard reads skills by. */
export interface GuardedSkills {
  trigger(id: string, options?: SourceCallOptions): Promise<{ readonly raw: string }>;
  resource(id: string, path: string, options?: SourceCallOptions): Promise<Uint8Array | string>;
  files(id: string, options?: SourceCallOptions): Promise<readonly SkillResource[]>;
  pinned(id: string, options?: SourceCallOptions): Promise<SkillFileList | undefined>;
  directory(id: string, options?: SourceCallOptions): Promise<string | undefined>;
  isOfProgram?(id: string, options?: SourceCallOptions): Promise<boolean>;
}

/** A skill that was found valid, and by what. */
interface Verified {
  readonly verdict: SignatureVerdict;
  readonly bundle: string | undefined;
  /** Names and sizes of its files then, where it lies in no folder. */
  readonly listing: string | undefined;
  readonly digests: ReadonlyMap<string, string>;
}

/** Looks at signatures when skills are used. */
export class SignatureGuard {
  readonly #skills: GuardedSkills;
  readonly #policy: SignaturePolicy;
  readonly #warn: (id: string, verdict: SignatureVerdict) => void;
  readonly #verified = new Map<string, Verified>();
  /** In mode `warn`: skills that were not valid when they were last looked at as a whole. */
  readonly #warned = new Set<string>();
  readonly #verifying = new Map<string, Promise<SignatureVerdict>>();

  constructor(
    skills: GuardedSkills,
    policy: SignaturePolicy,
    warn: (id: string, verdict: SignatureVerdict) => void = () => undefined,
  ) {
    this.#skills = skills;
    this.#policy = policy;
    this.#warn = warn;
  }

  /** Whether a skill needs no signature: the program names it, and wrote it itself. */
  async isExempt(id: string, options: SourceCallOptions): Promise<boolean> {
    const isNamed = this.#policy.exempt?.some((pattern) => matchesPattern(pattern, id)) === true;
    return isNamed && (await this.#skills.isOfProgram?.(id, options)) === true;
  }

  /** Verifies a skill anew; throws, or warns, unless its signature is valid. */
  async check(id: string, options: SourceCallOptions): Promise<void> {
    if (!(await this.isExempt(id, options))) this.#judge(id, await this.verdict(id, options));
  }

  /** Hands on what was read of a skill if the signature covers these very bytes. */
  async covered<Content extends Uint8Array | string>(
    id: string,
    path: string,
    content: Content,
    options: SourceCallOptions,
  ): Promise<Content> {
    if (await this.isExempt(id, options)) return content;
    // Who was warned of a skill as a whole need not be warned of each of its files.
    if (this.#warned.has(id) || (await this.covers(id, path, content, options))) return content;
    const verdict = await this.verdict(id, options);
    if (verdict.status !== "valid") this.#judge(id, verdict);
    // Valid now, but not what was read: somebody changed it in between.
    else if (!(await this.covers(id, path, content, options))) this.#judge(id, notCovered(path));
    return content;
  }

  /** Whether a skill was found valid, and its signature covers these very bytes, or is them. */
  async covers(id: string, path: string, content: Uint8Array | string, options: SourceCallOptions): Promise<boolean> {
    if (!(await this.#isCurrent(id, options))) return false;
    const known = this.#verified.get(id);
    if (path === SIGNATURE_FILE_NAME) return known?.bundle === textOf(content);
    return known?.digests.get(path) === (await digestOf(content));
  }

  /** Verifies a skill unless that was done already, and its signature and list of files are what they were. */
  async checkListed(id: string, files: readonly SkillResource[], options: SourceCallOptions): Promise<void> {
    if (this.#warned.has(id) || (await this.isExempt(id, options))) return;
    const digests = this.#verified.get(id)?.digests;
    const isKnown = files.every(({ path }) => path === SIGNATURE_FILE_NAME || digests?.has(path) === true);
    if (!isKnown || !(await this.#isCurrent(id, options))) await this.check(id, options);
  }

  /** What the verifier says about a skill now; those who ask at the same time get one answer. */
  async verdict(id: string, options: SourceCallOptions): Promise<SignatureVerdict> {
    options.signal?.throwIfAborted();
    const known = this.#verifying.get(id);
    if (known !== undefined) return known;
    // Nobody's abort ends it for the others.
    const verifying = this.#verify(id, {}).finally(() => this.#verifying.delete(id));
    this.#verifying.set(id, verifying);
    return verifying;
  }

  async #verify(id: string, options: SourceCallOptions): Promise<SignatureVerdict> {
    const directory = await this.#skills.directory(id, options);
    const resources = await this.#skills.files(id, options);
    const bundle = await this.#bundle(id, resources, options);
    const listing = directory === undefined ? JSON.stringify(resources) : undefined;
    const before = this.#verified.get(id);
    // From afar: whatever is read is compared with the list that was signed, so that the list is enough.
    const isSame =
      before !== undefined && listing !== undefined && before.listing === listing && before.bundle === bundle;
    if (isSame) return before.verdict;
    this.#verified.delete(id);
    const skill: SkillToVerify = {
      id,
      directory,
      bundle: async () => bundle,
      files: () => this.#files(id, options),
      knowsModes: resources.every(({ executable }) => executable !== undefined),
    };
    const verdict = await this.#policy.verifier.verify(skill, options).catch(unchecked);
    if (verdict.status === "valid") {
      const digests = new Map((verdict.files ?? []).map((file) => [file.path, file.sha256]));
      this.#verified.set(id, { verdict, bundle, listing, digests });
    }
    return verdict;
  }

  async #files(id: string, options: SourceCallOptions): Promise<SkillFileList> {
    const skills = this.#skills;
    const files =
      (await skills.pinned(id, options)) ??
      (await pinSkillFiles(
        {
          readSkill: async (call) => (await skills.trigger(id, call)).raw,
          listResources: (call) => skills.files(id, call),
          readResource: (path, call) => skills.resource(id, path, call),
        },
        options,
      ));
    return files.filter(({ path }) => path !== SIGNATURE_FILE_NAME);
  }

  /** Whether a skill was found valid, and its signature is still the one it was found valid by. */
  async #isCurrent(id: string, options: SourceCallOptions): Promise<boolean> {
    const known = this.#verified.get(id);
    return known !== undefined && (await this.#bundle(id, undefined, options)) === known.bundle;
  }

  async #bundle(
    id: string,
    resources: readonly SkillResource[] | undefined,
    options: SourceCallOptions,
  ): Promise<string | undefined> {
    if (resources?.some(({ path }) => path === SIGNATURE_FILE_NAME) === false) return undefined;
    try {
      return textOf(await this.#skills.resource(id, SIGNATURE_FILE_NAME, options));
    } catch (error) {
      if (SkillError.is(error, "resource-missing")) return undefined;
      throw error;
    }
  }

  #judge(id: string, verdict: SignatureVerdict): void {
    this.#warned.delete(id);
    if (verdict.status === "valid") return;
    if (this.#policy.mode === "require") throw refusal(id, verdict);
    this.#warned.add(id);
    this.#warn(id, verdict);
  }
}

function textOf(content: Uint8Array | string): string {
  return typeof content === "string" ? content : new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
}

async function digestOf(content: Uint8Array | string): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  return (await sha256(bytes)).slice("sha256:".length);
}
