/** One entry of what a source holds. */
export interface TreeEntry {
  /** Relative to the source, `/` as separator, as `normalizeResourcePath` gives it. */
  readonly path: string;
  /** `link` is a symbolic link, `other` anything that is no file: a submodule, a device. */
  readonly kind: "file" | "link" | "other";
  /** 0 for a file of a repository that is in no skill: it is not known before the file is read. */
  readonly size: number;
  readonly executable: boolean;
}

/** An entry that cannot be written safely: it is no obstacle unless it lies in a skill that is wanted. */
export interface RefusedEntry {
  /** As the source has it. */
  readonly path: string;
  /** Completes "is refused:". */
  readonly reason: string;
}

/** What a source holds at the point it was resolved to: a listing, and content for those who ask. */
export interface SourceTree {
  /** Sorted by path. Paths that are unsafe or too many were refused already; `findSkills` refuses those that collide. */
  readonly entries: readonly TreeEntry[];
  /** Entries of a repository or a folder that are not among `entries` for their names. Archives are refused as a whole. */
  readonly refused?: readonly RefusedEntry[];
  /** Contents of files by path, asked for together because many sources answer many questions as fast as one. */
  read(paths: readonly string[], options?: { readonly signal?: AbortSignal }): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Folders that are skills, where the source says so itself (a marketplace, an index); otherwise they are looked for. */
  readonly skillFolders?: readonly string[];
}
