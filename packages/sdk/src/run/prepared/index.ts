export type { Check, Preset, Prop, Refinement, Sequence, Structure } from "./check.ts";
export {
  createPreparedType,
  type PreparedEntry,
  type PreparedTable,
  type SchemaLibrary,
} from "./create-prepared-type.ts";
export { type Failure, messageOfFailure } from "./failure.ts";
export { describeBranches } from "./printable.ts";
export { type KeyContext, recordKey, type RecordedOperation, rootKey } from "./record-key.ts";
export { type CheckResult, runCheck } from "./run-check.ts";
