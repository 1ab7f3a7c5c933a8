/** Longer texts are nobody's identity. */
const maxLength = 2048;

/**
 * Whether an identity is the one that is trusted. `*` stands for any run of characters but `/`, `**` for any run; all else
 * stands for itself. Every character is looked at once per star, whatever the pattern.
 */
export function matchesIdentity(pattern: string, identity: string): boolean {
  if (!pattern.includes("*")) return pattern === identity;
  if (pattern.length > maxLength || identity.length > maxLength) return false;
  const tokens = pattern.match(/\*\*+|\*|[^*]/gu) ?? [];
  // The tokens that may come next, as after each character of the identity.
  let states = reach([0], tokens);
  for (const character of identity) {
    const next = [...states].flatMap((at) => {
      const token = tokens[at];
      if (token === undefined) return [];
      if (token === "*") return character === "/" ? [] : [at];
      if (token.startsWith("*")) return [at];
      return token === character ? [at + 1] : [];
    });
    states = reach(next, tokens);
    if (states.size === 0) return false;
  }
  return states.has(tokens.length);
}

/** A star may stand for nothing, so that what follows it can come next as well. */
function reach(from: readonly number[], tokens: readonly string[]): ReadonlySet<number> {
  const states = new Set<number>();
  for (let at of from) {
    states.add(at);
    while (tokens[at]?.startsWith("*") === true) states.add(++at);
  }
  return states;
}

/** Whether a pattern leaves open whose identity it is: its host and the first part of its path, or the domain of its mail. */
export function isOpenIdentity(pattern: string): boolean {
  if (!pattern.includes("*")) return isBlank(pattern);
  const address = /^[a-z][a-z0-9+.-]*:\/\/([^/]*)\/([^/]*)/i.exec(pattern);
  if (address !== null) return !isLiteral(address[1]) || !isLiteral(address[2]);
  // `**` would also stand for an address that ends like the mail.
  const mail = /^[^/@]+@([^/@]+)$/.exec(pattern);
  return mail === null || pattern.includes("**") || !isLiteral(mail[1]);
}

/** Whether a pattern leaves open who vouches: its host. */
export function isOpenIssuer(pattern: string): boolean {
  if (!pattern.includes("*")) return isBlank(pattern);
  return !isLiteral(/^https?:\/\/([^/]*)(?:\/|$)/i.exec(pattern)?.[1]);
}

function isLiteral(part: string | undefined): boolean {
  return part !== undefined && !part.includes("*") && !isBlank(part);
}

function isBlank(part: string): boolean {
  return /^[/@:.\s]*$/.test(part);
}
