import type { ParsedArgs } from "../args/command.ts";
import { repeatedValues } from "../chat/repeated-values.ts";
import type { CliIo } from "../io.ts";
import { UsageError } from "../usage-error.ts";
import { parseSourceText } from "./parse-source-text.ts";
import { isVersion } from "./source-text/parse-pin.ts";
import type { DraftPin, NamedDraft, SourceDraft } from "./source-text/source-draft.ts";
import { shownText } from "./source-text/source-text-error.ts";

/** The sources that a command line of `add` names, with what its options say about them. */
export function readAddedSources(texts: readonly string[], args: ParsedArgs, io: CliIo): NamedDraft[] {
  const { values, flags } = args;
  const pin = readPin(args);
  const name = values.get("name");
  if (texts.length !== 1) {
    const single = name !== undefined ? "name" : Object.keys(pin)[0];
    if (single !== undefined) throw new UsageError("option-value", `--${single} goes with one source`);
  }
  const include = listed(args, io, "skill");
  const exclude = listed(args, io, "exclude");
  return texts.map((text) => {
    const parsed = parseSourceText(text, { mcp: flags.has("mcp") });
    const source = withPin(parsed.source, pin, text);
    const wanted = [...new Set([...(source.include ?? []), ...include])];
    return {
      name: name ?? parsed.name,
      source: {
        ...source,
        ...(wanted.length > 0 && { include: wanted }),
        ...(exclude.length > 0 && { exclude }),
      },
    };
  });
}

/** Values of an option that may be given several times, or with commas. */
export function listed({ values }: ParsedArgs, { argv }: CliIo, option: string): string[] {
  if (!values.has(option)) return [];
  const all = repeatedValues(argv.slice(1), option, "add").flatMap((value) => value.split(","));
  return [...new Set(all.map((value) => value.trim()).filter((value) => value !== ""))];
}

function readPin({ values }: ParsedArgs): DraftPin {
  const given = (["version", "ref", "sha"] as const).filter((key) => values.has(key));
  const [key, other] = given;
  if (other !== undefined) throw new UsageError("option-value", `--${key} and --${other} exclude each other`);
  if (key === undefined) return {};
  const value = values.get(key) ?? "";
  if (key === "version" && !isVersion(value))
    throw new UsageError("option-value", `--version must be one version, such as 1.2.3, not "${value}"; see --ref`);
  if (key === "sha" && !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value))
    throw new UsageError("option-value", "--sha must be a whole commit: 40 hexadecimal digits");
  return { [key]: value };
}

function withPin(source: SourceDraft, pin: DraftPin, text: string): SourceDraft {
  const [key] = Object.keys(pin);
  if (key === undefined) return source;
  const kinds = key === "sha" ? ["git", "claude-marketplace"] : ["git", "claude-marketplace", "npm"];
  if (!kinds.includes(source.type))
    throw new UsageError("option-value", `--${key}: "${shownText(text)}" has none; its content is pinned by the lock`);
  if (source.version !== undefined || source.ref !== undefined || source.sha !== undefined)
    throw new UsageError("option-value", `--${key}: "${shownText(text)}" says already which point is wanted`);
  return { ...source, ...pin };
}
