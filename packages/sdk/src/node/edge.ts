// What `@tradecraft/sdk/node` is where there is no Node: the same names, each with an answer instead of a missing module.

import { SkillError } from "../core/errors.ts";

function needsNode(name: string): (...args: readonly unknown[]) => never {
  return () => {
    const message = `${name} reads files, and this runtime has none: use it under Node, or give skills in code (staticSkillSource), over HTTP (fetchSkillSource) or from a store (storageSkillSource).`;
    throw new SkillError("runtime-unsupported", message, { facts: { name } });
  };
}

type NeedsNode = ReturnType<typeof needsNode>;

export const describeFileError: NeedsNode = needsNode("describeFileError");
export const discoverSkillRoots: NeedsNode = needsNode("discoverSkillRoots");
export const findSkillFiles: NeedsNode = needsNode("findSkillFiles");
export const folderSkillSource: NeedsNode = needsNode("folderSkillSource");
export const listenHttp: NeedsNode = needsNode("listenHttp");
export const remoteCaller: NeedsNode = needsNode("remoteCaller");
export const parseListenAddress: NeedsNode = needsNode("parseListenAddress");
export const listSkillFiles: NeedsNode = needsNode("listSkillFiles");
export const listSkillResources: NeedsNode = needsNode("listSkillResources");
export const packageSkills: NeedsNode = needsNode("packageSkills");
export const readSkillFile: NeedsNode = needsNode("readSkillFile");
export const readSkillResource: NeedsNode = needsNode("readSkillResource");
export const scanSkillDirs: NeedsNode = needsNode("scanSkillDirs");
export const skillFromFolder: NeedsNode = needsNode("skillFromFolder");
export const userCacheFolder: NeedsNode = needsNode("userCacheFolder");
export const fileContentStore: NeedsNode = needsNode("fileContentStore");
export const fileApprovalStore: NeedsNode = needsNode("fileApprovalStore");
export const fileSessionStore: NeedsNode = needsNode("fileSessionStore");
export const processRunner: NeedsNode = needsNode("processRunner");
export const approvedRoots: NeedsNode = needsNode("approvedRoots");
export const projectRootApproval: NeedsNode = needsNode("projectRootApproval");
export const PROJECT_SKILLS_ACTION = "use project skills";
