const longest = 64;

/** A local name for a source, made of something it is called elsewhere. */
export function sourceName(text: string): string {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/[^\w.@+-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, longest)
    .replace(/[-.]+$/, "");
  return plain === "" ? "skills" : plain;
}

/** The last part of a path or an address, without endings that say nothing. */
export function lastPart(path: string): string {
  const parts = path.split(/[/\\:]/).filter((part) => part !== "" && part !== "." && part !== "..");
  return (parts.at(-1) ?? "").replace(/\.(?:git|tgz|tar\.gz|tar|zip|skill)$/i, "");
}
