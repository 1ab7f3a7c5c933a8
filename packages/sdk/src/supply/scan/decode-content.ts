import { extensionOf, isMarkdown, isScript } from "./file-kinds.ts";
import { isKnownFormat } from "./known-formats.ts";
import { isProgramOrArchive } from "./rules/file-content.ts";
import type { ScanFile } from "./types.ts";

/** What of a file rules can look at. */
export interface ScanContent {
  readonly size: number;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  /** Why rules about texts may have seen less than there is. */
  readonly doubt?: string;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const utf16 = new TextDecoder("utf-16le", { ignoreBOM: true });
const textual =
  /^(?:md|markdown|mdx|txt|rst|adoc|tex|html?|xhtml|xml|svg|css|scss|less|vue|svelte|astro|json[5lc]?|ya?ml|toml|ini|cfg|conf|env|properties|csv|tsv|sql|graphql|proto|lock|log|diff|patch|ipynb|tf|hcl|gradle|groovy|kts?|java|scala|go|rs|c|cc|cpp|h|hpp|cs|fs|swift|m|dart|ex|exs|erl|clj|hs|ml|nim|zig|jl|plist|service|desktop|pth|nix|tcl|el|vim|bats|csh|tcsh|psd1|wsf|hta|jse|vbe|reg|inf|rbw|gemspec|rake|phtml|cgi|pyi|pyx)$/;

/** A file's content, as text wherever somebody could read or run it as such. */
export function decodeContent({ bytes, text, kind, path, executable }: ScanFile): ScanContent | undefined {
  if (kind === "link") return undefined;
  if (text !== undefined) return { text, size: text.length };
  if (bytes === undefined) return undefined;
  const size = bytes.length;
  const wide = wideText(bytes);
  if (wide !== undefined) return { bytes, text: wide, size };
  if (!bytes.includes(0)) return { bytes, text: utf8.decode(bytes), size };
  // A zero byte makes a file no text, unless its name, its mode or its first line says that it is taken for one.
  const head = utf8.decode(bytes.subarray(0, 200));
  const named = isScript(path, head, false) || isMarkdown(path) || textual.test(extensionOf(path));
  const isReported = isProgramOrArchive(bytes);
  if (named || (executable === true && !isReported) || (!isReported && isMostlyText(bytes)))
    return { bytes, text: utf8.decode(bytes), size };
  if (isReported || isKnownFormat(bytes)) return { bytes, size };
  return { bytes, text: utf8.decode(bytes), size, doubt: "it is no text, and of no format that is known" };
}

/** UTF-16, by its mark, or because every other byte is zero; undefined if it is not. */
function wideText(bytes: Uint8Array): string | undefined {
  const length = bytes.length - (bytes.length % 2);
  if (length < 2) return undefined;
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  let isBig = mark === 0xfe_ff;
  if (mark !== 0xff_fe && !isBig) {
    const looked = Math.min(length, 8_000);
    const zeros = [0, 0];
    for (let at = 0; at < looked; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
    const [even = 0, odd = 0] = zeros;
    const half = looked / 2;
    if (looked < 8 || Math.max(even, odd) < half * 0.7 || Math.min(even, odd) > half * 0.05) return undefined;
    isBig = even > odd;
  } else if (bytes[2] === 0 && bytes[3] === 0) return undefined;
  const units = bytes.slice(0, length);
  if (isBig)
    for (let at = 0; at < length; at += 2) {
      units[at] = bytes[at + 1] ?? 0;
      units[at + 1] = bytes[at] ?? 0;
    }
  return utf16.decode(units);
}

/** Whether nearly all bytes are printable: no picture and no program is. */
function isMostlyText(bytes: Uint8Array): boolean {
  let readable = 0;
  for (const byte of bytes) if ((byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13) readable++;
  return readable >= bytes.length * 0.85;
}
