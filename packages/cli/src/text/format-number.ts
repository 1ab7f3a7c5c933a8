const units = ["", "k", "M", "G", "T"];

/** A count in a few characters: `83`, `1.2k`, `34k`. */
export function formatCount(count: number): string {
  return scale(count, 1000, "");
}

/** A size in bytes for people: `512 B`, `1.2 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  return `${scale(bytes, 1000, " ")}${bytes < 1000 ? " B" : "B"}`;
}

function scale(value: number, step: number, space: string): string {
  let unit = 0;
  let left = value;
  // What would be rounded up to 1000 belongs to the next unit.
  while (left >= step - 0.5 && value >= step && unit < units.length - 1) {
    left /= step;
    unit++;
  }
  if (unit === 0) return String(value);
  return `${left < 9.95 ? left.toFixed(1).replace(".0", "") : Math.round(left)}${space}${units[unit]}`;
}
