export { describeFileError } from "./describe-file-error.ts";
export { discoverSkillRoots, type DiscoverSkillRootsOptions, type RootTrust } from "./discover-skill-roots.ts";
export { findSkillFiles, type FindSkillFilesOptions } from "./find-skill-files.ts";
export { folderSkillSource, type FolderSkillSourceOptions } from "./folder-skill-source.ts";
export type { LinkPolicy } from "./folder/scan-root.ts";
export type { SkillRoot } from "./folder/skill-root.ts";
export type { FoundPath, FoundPathProblem, FoundSkillFile } from "./found-path.ts";
export { type ListenAddress, parseListenAddress } from "./http/listen-address.ts";
export { type HttpListener, listenHttp } from "./http/listen-http.ts";
export { remoteCaller } from "./http/remote-caller.ts";
export { listSkillFiles, type ListSkillFilesOptions, type ListSkillFilesResult } from "./list-skill-files.ts";
export { packageSkills, type PackageSkillsOptions } from "./packages/package-skills.ts";
export { readSkillFile, type ReadSkillFileOptions, type ReadSkillFileResult } from "./read-skill-file.ts";
export {
  listSkillResources,
  readSkillResource,
  type ScannedSkill,
  scanSkillDirs,
  type ScanSkillDirsOptions,
} from "./scan-skill-dirs.ts";
export { type FolderSkillCode, type FolderSkillParts, skillFromFolder } from "./skill-from-folder.ts";
export { userCacheFolder } from "./user-cache-folder.ts";
export { type FileContentStore, fileContentStore, type FileContentStoreOptions } from "./file-content-store.ts";
export { type FileSessionStore, fileSessionStore, type FileSessionStoreOptions } from "./file-session-store.ts";
export { fileApprovalStore } from "./file-approval-store.ts";
export { approvedRoots, PROJECT_SKILLS_ACTION, projectRootApproval } from "./project-root-approval.ts";
export { type ProcessRunner, processRunner } from "./process-runner.ts";
export type { ProcessRunnerOptions } from "./run/runner-options.ts";
