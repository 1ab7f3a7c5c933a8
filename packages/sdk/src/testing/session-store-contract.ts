import type { SessionStore } from "../workflow/session/session-store.ts";
import { appendCases } from "./session-contract/append-cases.ts";
import { contentCases } from "./session-contract/content-cases.ts";
import { raceCases } from "./session-contract/race-cases.ts";
import type { SessionCaseContext } from "./session-contract/session-case.ts";
import { snapshotCases } from "./session-contract/snapshot-cases.ts";
import type { ContractCase } from "./source-contract/contract-case.ts";

/** What a factory gives the suite. */
export interface SessionStoreContractSetup {
  /** Without any session. */
  readonly store: SessionStore;
  /** Another store of the same sessions, as another process would make it. Leave it out where there cannot be one. */
  readonly reopen?: () => Promise<SessionStore> | SessionStore;
  /** Called after the case, whether it passed or not. */
  readonly dispose?: () => Promise<void> | void;
}

export interface SessionStoreContractOptions {
  /** Makes an empty store. Called anew for every case. */
  readonly create: () => Promise<SessionStoreContractSetup> | SessionStoreContractSetup;
}

/**
 * What every `SessionStore` must do, as named cases for any test runner:
 * `for (const { name, run } of sessionStoreContract({ create })) it(name, run)`.
 */
export function sessionStoreContract(options: SessionStoreContractOptions): ContractCase[] {
  const bodies = [...appendCases, ...snapshotCases, ...raceCases, ...contentCases];
  return bodies.map(([name, body]) => ({ name, run: () => runCase(body, options) }));
}

async function runCase(
  body: (context: SessionCaseContext) => Promise<void>,
  options: SessionStoreContractOptions,
): Promise<void> {
  const { store, reopen = () => store, dispose } = await options.create();
  try {
    await body({ store, other: await reopen() });
  } finally {
    await dispose?.();
  }
}
