/** One entry of what a source holds. */
export interface TreeEntry {
  /** Relative to the source, `/` as separator, as `normalizeResourcePath` gives it. */
  readonly path: string;
  /** `link` is a symbolic link, `other` anything that is no file: a submodule, a device. */
  readonly kind: "file" | "link" | "other";
  readonly size: number;
  readonly executable: boolean;
}

/** What a source holds at the point it was resolved to: a listing, and content for those who ask. */
export interface SourceTree {
  /** Sorted by path. Paths that are unsafe, collide when case or Unicode form is ignored, or are too many were refused already. */
  readonly entries: readonly TreeEntry[];
  /** Contents of files by path, asked for together because many sources answer many questions as fast as one. */
  read(paths: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Folders that are skills, where the source says so itself (a marketplace, an index); otherwise they are looked for. */
  readonly skillFolders?: readonly string[];
}
