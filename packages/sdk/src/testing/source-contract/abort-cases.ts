import type { SkillSource, SourceCallOptions } from "../../core/source/skill-source.ts";
import type { CaseBody } from "./contract-case.ts";
import { expectThat, rejection } from "./expect.ts";

type Call = (options: SourceCallOptions) => Promise<unknown>;

function callsOf(source: SkillSource, id: string): [string, Call][] {
  const calls: [string, Call][] = [
    ["list", (options) => source.list(options)],
    ["read", (options) => source.read(id, options)],
  ];
  if (source.listResources) calls.push(["listResources", async (options) => source.listResources?.(id, options)]);
  if (source.readResource) {
    calls.push(["readResource", async (options) => source.readResource?.(id, "notes.txt", options)]);
  }
  if (source.watch) calls.push(["watch", async (options) => (await source.watch?.(() => {}, options))?.()]);
  return calls;
}

/** A caller may give up. */
export const abortCases: readonly CaseBody[] = [
  [
    "rejects with the reason when the signal is aborted already",
    async ({ source, good, idOf }) => {
      for (const [name, call] of callsOf(source, idOf(good))) {
        const reason = new Error("given up");
        const error = await rejection(
          () => call({ signal: AbortSignal.abort(reason) }),
          `${name} with an aborted signal`,
        );
        expectThat(error === reason, `${name} must reject with the signal's reason; it rejected with ${String(error)}`);
      }
    },
  ],
  [
    "settles when the signal is aborted on the way, and works afterwards",
    async ({ source, good, idOf }) => {
      for (const [name, call] of callsOf(source, idOf(good))) {
        const reason = new Error("given up");
        const controller = new AbortController();
        const pending = call({ signal: controller.signal });
        controller.abort(reason);
        // It may have been done already.
        await pending.catch((error: unknown) => {
          expectThat(
            error === reason,
            `${name} must reject with the signal's reason; it rejected with ${String(error)}`,
          );
        });
        await call({ signal: new AbortController().signal });
      }
    },
  ],
  [
    "keeps one caller's abort away from others",
    async ({ source, good, idOf }) => {
      for (const [, call] of callsOf(source, idOf(good))) {
        const controller = new AbortController();
        const given = call({ signal: controller.signal }).catch(() => {});
        const kept = call({});
        controller.abort(new Error("given up"));
        await given;
        await kept;
      }
    },
  ],
];
