/** What somebody agreed to: this skill with exactly this content, for this purpose. */
export interface Approval {
  /** What may be done: `run scripts/convert.py`, or `run *` for every script of the skill. */
  readonly action: string;
  readonly skill: string;
  /** Digest of the skill's file list; any other content needs another approval. */
  readonly digest: string;
}

/** Remembers approvals. Whoever can write to it can approve. */
export interface ApprovalStore {
  has(approval: Approval): Promise<boolean>;
  add(approval: Approval): Promise<void>;
  /** Forgets every approval of a skill. */
  revoke(skill: string): Promise<void>;
  /** Every skill that has an approval; with it a change is noticed that another process saw first. */
  skills?(): Promise<ReadonlySet<string>>;
  /** Every approval that stands, in the order in which they were given. */
  list?(): Promise<readonly Approval[]>;
}
