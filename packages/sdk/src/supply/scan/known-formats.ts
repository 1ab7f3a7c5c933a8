type Starts = (bytes: Uint8Array) => boolean;

const at = (offset: number, start: string): Starts => {
  const codes = Array.from(start, (letter) => letter.charCodeAt(0));
  return (bytes) => codes.every((code, index) => bytes[offset + index] === code);
};

/** Beginnings of files that hold pictures, sounds, fonts, documents or a repository's own data. */
const formats: readonly Starts[] = [
  at(0, "\x89PNG"),
  at(0, "\xff\xd8\xff"),
  at(0, "GIF8"),
  at(8, "WEBP"),
  at(8, "WAVE"),
  at(8, "AVI "),
  at(0, "BM"),
  at(0, "\0\0\x01\0"),
  at(0, "II*\0"),
  at(0, "MM\0*"),
  at(4, "ftyp"),
  at(0, "\x1aE\xdf\xa3"),
  at(0, "OggS"),
  at(0, "fLaC"),
  at(0, "ID3"),
  at(0, "\xff\xfb"),
  at(0, "%PDF"),
  at(0, "wOFF"),
  at(0, "wOF2"),
  at(0, "OTTO"),
  at(0, "\0\x01\0\0"),
  at(0, "ttcf"),
  at(0, "true"),
  at(0, "SQLite format 3\0"),
  at(0, "\xd0\xcf\x11\xe0"),
  at(0, "8BPS"),
  at(0, "glTF"),
  at(0, "PAR1"),
  at(0, "\x93NUMPY"),
  at(0, "\x89HDF"),
  at(0, "DIRC"),
  at(0, "GGUF"),
  at(0, "bplist"),
  at(0, "\0\0\0\x01Bud1"),
];

/** Whether bytes begin as a format that nobody takes for a script or a text. */
export function isKnownFormat(bytes: Uint8Array): boolean {
  return formats.some((starts) => starts(bytes));
}
