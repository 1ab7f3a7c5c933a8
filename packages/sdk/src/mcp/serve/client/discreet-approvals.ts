import { SkillError } from "../../../core/errors.ts";
import type { ApprovalStore } from "../../../core/integrity/approval-store.ts";

/** The same store; its failures say nothing about this machine, as clients hear of them. */
export function discreetApprovals(
  store: ApprovalStore,
  onError: ((error: Error) => void) | undefined,
): Pick<ApprovalStore, "has" | "add" | "revoke"> {
  const discreetly = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      onError?.(error instanceof Error ? error : new Error(String(error)));
      throw new SkillError("file-unreadable", "The approvals of this server cannot be used.", { cause: error });
    }
  };
  return {
    has: (approval) => discreetly(() => store.has(approval)),
    add: (approval) => discreetly(() => store.add(approval)),
    revoke: (skill) => discreetly(() => store.revoke(skill)),
  };
}
