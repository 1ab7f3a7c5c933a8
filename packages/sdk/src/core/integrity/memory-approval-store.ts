import type { Approval, ApprovalStore } from "./approval-store.ts";
import { coversApproval } from "./covers-approval.ts";

/** Remembers approvals until the program ends. */
export function memoryApprovalStore(): ApprovalStore {
  let approvals: Approval[] = [];
  const has = (wanted: Approval): boolean => approvals.some((given) => coversApproval(given, wanted));
  return {
    has: async (wanted) => has(wanted),
    add: async ({ action, skill, digest }) => {
      if (!has({ action, skill, digest })) approvals.push({ action, skill, digest });
    },
    revoke: async (skill) => {
      approvals = approvals.filter((given) => given.skill !== skill);
    },
    list: async () => [...approvals],
    skills: async () => new Set(approvals.map(({ skill }) => skill)),
  };
}
