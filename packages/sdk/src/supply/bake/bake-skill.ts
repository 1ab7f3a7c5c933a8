import { SkillError } from "../../core/errors.ts";
import { parseSkill } from "../../core/format/parse-skill.ts";
import type { FrontmatterValue, SkillManifest } from "../../core/format/types.ts";
import { readEntry } from "../../core/source/read-entry.ts";
import type { BakedFile, BakedInput } from "./baked-input.ts";
import { checkedFiles } from "./checked-files.ts";
import { encodeLiteral, textExpression } from "./literal.ts";
import { valueExpression } from "./value-expression.ts";

/** One skill as an element of the module's array, and its digest. */
export async function bakeSkill(input: BakedInput): Promise<{ readonly code: string; readonly digest: string }> {
  const { name, manifest: raw } = input;
  const { entry, diagnostics } = readEntry(raw, { id: name });
  if (entry === undefined) {
    const reason = diagnostics.find(({ severity }) => severity === "error")?.message ?? "it cannot be listed.";
    throw new SkillError("skill-invalid", `The skill "${name.slice(0, 100)}" cannot be baked: ${reason}`, {
      facts: { skill: name.slice(0, 200) },
    });
  }
  const { files, digest } = await checkedFiles(input);
  const { manifest } = parseSkill(raw);
  // The body is a part of the text, so it is not written twice.
  const from = raw.lastIndexOf(manifest.body);
  const fields = {
    ...(name !== manifest.name && { id: name }),
    description: entry.description,
    ...fieldsOf(manifest),
    ...(from === -1 && { body: manifest.body }),
  };
  const parts = [
    textExpression(entry.name),
    lazily(valueExpression(fields, `raw: "${encodeLiteral(raw)}"`)),
    `${from}, ${from + manifest.body.length}`,
    ...(files.length === 0
      ? []
      : [lazily(`[\n${files.map((file) => `      ${fileExpression(file)},\n`).join("")}    ]`)]),
  ];
  return { code: `  baked(\n${parts.map((part) => `    ${part},\n`).join("")}  ),\n`, digest };
}

/** Engines read past the body of a function that nobody calls yet; into an arrow's they look, at twice the price. */
function lazily(expression: string): string {
  return `function () { return ${expression}; }`;
}

function fieldsOf(manifest: SkillManifest): { [key: string]: FrontmatterValue } {
  const { license, compatibility, metadata, allowedTools, extra } = manifest;
  const texts = Object.entries(metadata).map(([key, value]): [string, string] => [key, asText(value)]);
  return {
    ...(license !== undefined && { license }),
    ...(compatibility !== undefined && { compatibility }),
    metadata: Object.fromEntries(texts),
    ...(allowedTools !== undefined && { allowedTools: [...allowedTools] }),
    extra,
  };
}

/** A definition's metadata are texts; what the SKILL.md says stays in its text. */
function asText(value: FrontmatterValue): string {
  if (typeof value === "string") return value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Text where it is text, as a folder gives it; bytes where it is not. */
function fileExpression({ path, bytes, executable }: BakedFile): string {
  const text = bytes.includes(0) ? undefined : decodeUtf8(bytes);
  const content = text === undefined ? `bytes, "${toBase64(bytes)}"` : `text, "${encodeLiteral(text)}"`;
  return `[${textExpression(path)}, ${bytes.length}, ${executable}, ${content}]`;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}
