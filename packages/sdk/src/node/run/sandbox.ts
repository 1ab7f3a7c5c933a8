/** A process to start; nothing in it is interpreted by a shell. */
export interface ScriptCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a command in a sandbox may touch, beside the system's own programs and libraries. */
export interface SandboxAccess {
  /** Files and folders to read. */
  readonly reads: readonly string[];
  /** The one folder to write to. */
  readonly scratch: string;
}

/** A way to run a command without network, with one folder to write to, and without the home folder to read from. */
export interface Sandbox {
  readonly name: string;
  /** Whether all that runs in it is killed when this process is gone, whatever ended it. */
  readonly endsWithHost: boolean;
  wrap(command: ScriptCommand, access: SandboxAccess): Promise<ScriptCommand>;
}

/** A sandbox, or why there is none and what to do about it. */
export type SandboxProbe = { readonly sandbox: Sandbox } | { readonly sandbox: undefined; readonly reason: string };
