export { compareFileLists, type CompareFileListsOptions } from "./compare-file-lists.ts";
export { type ComparedFolder, compareSkillFolder } from "./compare-skill-folder.ts";
export { describeFileChange, FILE_CHANGE_CODES, type FileChange, type FileChangeCode } from "./file-change.ts";
export { type InspectedFolder, inspectSkillFolder, type PinSkillFolderOptions } from "./inspect-skill-folder.ts";
export { pinSkillFolder } from "./pin-skill-folder.ts";
