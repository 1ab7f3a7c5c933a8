/** Where output goes: the part of a process stream that the CLI uses. */
export interface CliStream {
  /** Text, or the bytes of a file as they are. */
  write(content: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Everything the CLI knows about the world; `process` has this shape. */
export interface CliIo {
  /** Arguments after the program's name. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: CliStream;
  readonly stderr: CliStream;
}
