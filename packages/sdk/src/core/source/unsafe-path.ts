/** Longer paths are nobody's. */
const maxLength = 1024;
/** Characters that no file of a skill needs: controls, halves of pairs, and what shows nothing or reorders text. */
const invisible =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/u;
/** What nearly every name is made of. */
const ordinary = /^[\w./-]+$/;
const encoded = /%[0-9a-f]{2}/i;
/** Slashes and colons by looks, which Unicode keeps apart but some systems' conversions to older character sets do not. */
const lookAlike = /[\u2044\u2215\u2216\u2236\u29f5\u29f8\u29f9\ua789]/;
/** Joiners and selectors are part of real names, but some file systems look past them. */
const joiner = /\p{Join_Control}|\p{Variation_Selector}/gu;
/** What Windows takes for a device in any folder, with any extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
const ownNames = new Set(Object.getOwnPropertyNames(Object.prototype));

/** What is wrong with a text that is to become a path or an id; undefined when it can be looked at part by part. */
export function unsafeText(text: string): string | undefined {
  if (text === "") return "it is empty";
  if (text.length > maxLength) return `it is longer than ${maxLength} characters`;
  if (ordinary.test(text)) return undefined;
  if (invisible.test(text)) return "it has control or invisible characters";
  if (encoded.test(text)) return "it is percent-encoded";
  // Full-width dots and slashes become plain ones in file systems and servers that normalise.
  const plain = text.normalize("NFKC");
  if (count(plain) !== count(text) || lookAlike.test(text))
    return "it hides dots, slashes or colons behind look-alikes";
  return undefined;
}

function count(text: string): number {
  return text.replaceAll(/[^./\\:%]/g, "").length;
}

/** Names that mean something else: devices of Windows, and names of the language's own. */
export function isReservedWord(word: string): boolean {
  return ownNames.has(word) || device.test(word);
}

/** Why one part of a path cannot be opened safely. */
export type UnsafePart = "empty" | "dot" | "dots" | "edge" | "reserved" | "prototype";

export function unsafePart(written: string): UnsafePart | undefined {
  if (written === "") return "empty";
  if (written === ".") return "dot";
  const part = written.normalize("NFKC").replaceAll(joiner, "");
  if (/^[. ]*$/.test(part)) return "dots";
  if (/[. ]$/.test(part)) return "edge";
  if (device.test(part)) return "reserved";
  return ownNames.has(part) ? "prototype" : undefined;
}
