import { BENIGN_CODE } from "./benign-code.ts";
import { BENIGN_TEXTS } from "./benign-texts.ts";
import { CODE_ATTACKS } from "./code-attacks.ts";
import { COMMENT_ATTACKS, COMMENTS } from "./comment-attacks.ts";
import { DISGUISE_ATTACKS, PLAIN_TWINS } from "./disguise-attacks.ts";
import { EVASION_ATTACKS } from "./evasion-attacks.ts";
import { INSTRUCTION_ATTACKS } from "./instruction-attacks.ts";
import { NEAR_MISSES } from "./near-misses.ts";
import type { ScanCase } from "./scan-case.ts";

/** Attacks of every class; written for these tests. */
export const ATTACKS: readonly ScanCase[] = [
  ...INSTRUCTION_ATTACKS,
  ...CODE_ATTACKS,
  ...EVASION_ATTACKS,
  ...COMMENT_ATTACKS,
  ...DISGUISE_ATTACKS,
];
/** Benign skills that look alike; written for these tests. */
export const BENIGN: readonly ScanCase[] = [
  ...BENIGN_TEXTS,
  ...BENIGN_CODE,
  ...NEAR_MISSES,
  ...COMMENTS,
  ...PLAIN_TWINS,
];
