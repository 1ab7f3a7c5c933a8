const opening = /^# \/\/\/ script$/;
const closing = /^# \/\/\/$/;

/**
 * Whether a Python script declares what it needs, as a block of comments that uv reads.
 * https://packaging.python.org/en/latest/specifications/inline-script-metadata/
 */
export function hasInlineMetadata(source: string): boolean {
  let isOpen = false;
  for (const line of source.split(/\r?\n/)) {
    if (!isOpen) isOpen = opening.test(line);
    else if (closing.test(line)) return true;
    // Inside a block each line is a comment; anything else means that it never was one.
    else if (line !== "#" && !line.startsWith("# ")) isOpen = opening.test(line);
  }
  return false;
}
