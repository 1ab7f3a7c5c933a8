/** Contents of files by their sha256, in the user's cache; shared by projects and processes. */
export interface BlobCache {
  /** The content, verified against its digest as it is read; undefined when it is not there or not what it should be. */
  get(sha256: string): Promise<Uint8Array | undefined>;
  has(sha256: string, size: number): Promise<boolean>;
  /** Keeps a content and gives its digest in hexadecimal. */
  put(bytes: Uint8Array): Promise<string>;
}
