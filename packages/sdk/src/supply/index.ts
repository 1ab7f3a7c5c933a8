export { bakeSkills } from "./bake/bake-skills.ts";
export type { BakedFile, BakedInput, BakeSkillsOptions, BakeSkillsResult } from "./bake/baked-input.ts";
export type { BlobCache } from "./cache/blob-cache.ts";
export { fileBlobCache, type FileBlobCacheOptions } from "./cache/file-blob-cache.ts";
export { readArchive, type ReadArchiveOptions } from "./fetch/archive/read-archive.ts";
export { createSkillFetchers, type CreateSkillFetchersOptions } from "./fetch/create-skill-fetchers.ts";
export { DEFAULT_FETCH_LIMITS } from "./fetch/default-fetch-limits.ts";
export { fileFetcher } from "./fetch/file/file-fetcher.ts";
export { findSkills, type FindSkillsOptions, type FoundSkill } from "./fetch/find-skills.ts";
export { gitFetcher } from "./fetch/git/git-fetcher.ts";
export { withoutCredentials } from "./fetch/git/git-url.ts";
export { marketplaceFetcher, type MarketplaceFetcherOptions } from "./fetch/marketplace/marketplace-fetcher.ts";
export {
  type OpenedSkillSource,
  skillSourceFetcher,
  type SkillSourceFetcherOptions,
} from "./fetch/mcp/skill-source-fetcher.ts";
export { npmFetcher } from "./fetch/npm/npm-fetcher.ts";
export { matchesSkill } from "./fetch/select-skills.ts";
export type {
  FetchContext,
  FetchedSource,
  FetchLimits,
  SkillFetcher,
  SkillFetchers,
  SkillOrigins,
} from "./fetch/skill-fetcher.ts";
export type { RefusedEntry, SourceTree, TreeEntry } from "./fetch/source-tree.ts";
export { wellKnownFetcher, type WellKnownFetcherOptions } from "./fetch/well-known/well-known-fetcher.ts";
export { type AgentFolders, AGENTS } from "./install/agents.ts";
export { EMPTY_LOCK } from "./lock/empty-lock.ts";
export { formatLock } from "./lock/format-lock.ts";
export { loadLock } from "./lock/load-lock.ts";
export { lockPins } from "./lock/lock-pins.ts";
export {
  type InstalledFolder,
  type Lock,
  LOCK_FILE_NAME,
  type LockedSkill,
  type LockedSource,
  type ResolvedPoint,
} from "./lock/lock.ts";
export { parseLock } from "./lock/parse-lock.ts";
export { packSkill, type PackedFile, type PackSkillOptions, type PackSkillResult } from "./pack/pack-skill.ts";
export { packSkillFolder, type PackSkillFolderOptions } from "./pack/pack-skill-folder.ts";
export { compareFileLists, type CompareFileListsOptions } from "../node/pin/compare-file-lists.ts";
export { type ComparedFolder, compareSkillFolder } from "../node/pin/compare-skill-folder.ts";
export {
  describeFileChange,
  FILE_CHANGE_CODES,
  type FileChange,
  type FileChangeCode,
} from "../node/pin/file-change.ts";
export type { PinSkillFolderOptions } from "../node/pin/inspect-skill-folder.ts";
export { pinSkillFolder } from "../node/pin/pin-skill-folder.ts";
export { editProject, type ProjectEdit } from "./project/edit-project.ts";
export {
  importSkillsLock,
  type ImportSkillsLockOptions,
  type ImportSkillsLockResult,
  type SkillsLockDiagnostic,
} from "./project/import-skills-lock.ts";
export { findProjectFolder, loadProject } from "./project/load-project.ts";
export { parseProject, type ParseProjectResult, PROJECT_FILE_NAME } from "./project/parse-project.ts";
export { PROJECT_CODES, type ProjectCode, type ProjectDiagnostic } from "./project/project-diagnostic.ts";
export type * from "./project/project.ts";
export {
  applyScanBaseline,
  createScanBaseline,
  parseScanBaseline,
  type ScanBaseline,
  type ScanBaselineEntry,
  type ScanBaselineResult,
} from "./scan/baseline.ts";
export { filterFindings, type ScanThreshold } from "./scan/filter-findings.ts";
export { loadScanInput, type LoadScanInputOptions } from "./scan/load-scan-input.ts";
export type { ScanRule } from "./scan/scan-rule.ts";
export { SCAN_RULE_COUNT, SCAN_RULES, type ScanCode } from "./scan/scan-rules.ts";
export { scanSkill, type ScanOptions } from "./scan/scan-skill.ts";
export type { AdditionalFinding, SecondOpinion, SecondReader, SecondReaderRequest } from "./scan/second-reader.ts";
export type {
  ReaderOutcome,
  ReaderRemark,
  ScanConfidence,
  ScanFile,
  ScanFinding,
  ScanInput,
  ScanResult,
  ScanSeverity,
} from "./scan/types.ts";
export { type ClaimedSigner, getBundleSigner } from "./sign/bundle-signer.ts";
export { fetchTrustRoot } from "./sign/fetch-trust-root.ts";
export { type SignedSkill, signSkill, type SignSkillOptions } from "./sign/sign-skill.ts";
export type { SigningOptions } from "./sign/sign-statement.ts";
export { SIGNATURE_CODES, type SignatureCode } from "./sign/signature-codes.ts";
export { createSigningKey, type SigningKeyPair } from "./sign/signing-keys.ts";
export { sigstoreVerifier } from "./sign/sigstore-verifier.ts";
export { describeSigner, type SkillSigner } from "./sign/skill-signer.ts";
export { SKILL_SIGNATURE_PREDICATE } from "./sign/skill-statement.ts";
export type { TrustRootOptions } from "./sign/trust-root-options.ts";
export {
  type SignatureReport,
  verifySkillSignature,
  type VerifySignatureOptions,
} from "./sign/verify-skill-signature.ts";
export type { SignatureCheck } from "./sync/assert-signatures.ts";
export { checkProject } from "./sync/check-project.ts";
export { createSupplyContext, type SupplyContextOptions } from "./sync/create-supply-context.ts";
export { findOutdated, type OutdatedSource } from "./sync/find-outdated.ts";
export { resolveSources, type ResolveSourcesOptions } from "./sync/resolve-sources.ts";
export type { SourceProgress, SupplyContext } from "./sync/supply-context.ts";
export { type SyncOptions, syncProject } from "./sync/sync-project.ts";
export type { OutputReport, SkillContent, SkillReport, SourceReport, SyncReport } from "./sync/sync-report.ts";
export { type VerifiedSkill, verifyInstalled, type VerifyInstalledOptions } from "./sync/verify-installed.ts";
export { type SkillReason, whySkill } from "./sync/why-skill.ts";
