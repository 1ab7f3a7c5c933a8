import { isVersion } from "./parse-pin.ts";
import type { NamedDraft } from "./source-draft.ts";
import { sourceName } from "./source-name.ts";
import { sourceTextError } from "./source-text-error.ts";

const packageName = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~_-][\w.~-]*$/i;

/** `pkg`, `@scope/pkg`, `pkg@1.2.3`, `pkg@next`. */
export function parseNpmText(rest: string, text: string): NamedDraft {
  const at = rest.indexOf("@", 1);
  const name = at < 0 ? rest : rest.slice(0, at);
  const pin = at < 0 ? undefined : rest.slice(at + 1);
  if (!packageName.test(name) || name.length > 214)
    throw sourceTextError(text, "a package is written npm:name, npm:@scope/name or npm:name@1.2.3");
  const local = sourceName(name.slice(name.indexOf("/") + 1));
  const source = { type: "npm", package: name } as const;
  if (pin === undefined) return { name: local, source };
  if (isVersion(pin)) return { name: local, source: { ...source, version: pin } };
  if (/^[A-Za-z][\w.-]*$/.test(pin)) return { name: local, source: { ...source, ref: pin } };
  throw sourceTextError(text, `"${pin}" is neither one version, such as 1.2.3, nor a tag, such as latest`);
}
