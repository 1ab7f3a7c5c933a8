/** A file to be put into a folder. */
export interface NewFile {
  /** Relative to the folder, `/` as separator. */
  readonly path: string;
  readonly executable: boolean;
  readonly bytes: Uint8Array;
}

/** One thing on disk that is to be another. Paths are absolute. */
export type Change = (
  | { readonly kind: "file"; readonly path: string; readonly contents: string }
  | { readonly kind: "folder"; readonly path: string; readonly files: () => Promise<readonly NewFile[]> }
  /** A symbolic link; `target` is relative to the link's folder. */
  | { readonly kind: "link"; readonly path: string; readonly target: string }
  | { readonly kind: "remove"; readonly path: string }
) & {
  /** What has to be there, as `stateOf` tells it, for the change to be made. */
  readonly was?: string;
};
