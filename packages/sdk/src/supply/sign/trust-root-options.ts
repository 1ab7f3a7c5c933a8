/** Where the keys of certificate authorities and logs come from. */
export interface TrustRootOptions {
  /** The text of a `trusted_root.json`; then nothing is fetched. */
  readonly trustRoot?: string;
  /** Fetch nothing: without `trustRoot`, signatures by identity stay unchecked. Default false. */
  readonly offline?: boolean;
  /** Another repository of trust roots (TUF) than sigstore's own. */
  readonly tuf?: { readonly mirrorUrl: string; readonly rootPath: string; readonly cachePath?: string };
}
