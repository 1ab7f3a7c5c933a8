import type { EngineCore } from "./engine-core.ts";

/** What this process is doing at a step of a session; undefined if nothing. */
export function workAt(core: EngineCore, session: string, step: string): Promise<void> | undefined {
  return core.atWork.get(`${session} ${step}`);
}

/** Lets other calls of this process know about work at a step, until the function that it gives is called. */
export function announceWork(core: EngineCore, session: string, step: string): () => void {
  const name = `${session} ${step}`;
  let end = (): void => undefined;
  core.atWork.set(name, new Promise((resolve) => (end = resolve)));
  return () => {
    core.atWork.delete(name);
    end();
  };
}
