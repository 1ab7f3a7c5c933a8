import { attributes, elementText } from "../prompt/tag-text.ts";
import type { AskUserOption } from "./act-configs.ts";
import { checkText, checkUnique } from "./check-text.ts";

// What Claude Code's AskUserQuestion takes, the strictest of the tools that ask.
const maxHeader = 12;
const fewestOptions = 2;
const mostOptions = 4;

/** Returns a short heading, or nothing. */
export function checkHeader(header: unknown, what: string): string | undefined {
  if (header === undefined) return undefined;
  const text = checkText(header, `The header of ${what}`);
  const length = [...text].length;
  if (length > maxHeader) {
    throw new TypeError(`The header of ${what} has ${length} characters; at most ${maxHeader} are shown: "${text}".`);
  }
  return text;
}

/** Returns options to choose from: a few, and no two with one value. */
export function checkOptions(options: unknown, what: string): readonly AskUserOption[] {
  if (!Array.isArray(options)) throw new TypeError(`The options of ${what} must be a list.`);
  if (options.length < fewestOptions || options.length > mostOptions) {
    throw new TypeError(
      `${what[0]?.toUpperCase()}${what.slice(1)} needs ${fewestOptions} to ${mostOptions} options; it has ${options.length}.`,
    );
  }
  const checked = options.map((option: unknown, index) => checkOption(option, `option ${index + 1} of ${what}`));
  const values = checked.map(({ value }) => value);
  checkUnique(values, `The values of the options of ${what}`);
  return Object.freeze(checked);
}

function checkOption(option: unknown, what: string): AskUserOption {
  if (typeof option !== "object" || option === null) throw new TypeError(`The ${what} must be an object.`);
  const { value, label, description, preview } = option as Partial<Record<keyof AskUserOption, unknown>>;
  const text = (field: string, given: unknown): string => checkText(given, `The ${field} of ${what}`);
  return Object.freeze({
    value: text("value", value),
    label: text("label", label),
    // An empty description is none.
    ...(description !== undefined && description !== "" && { description: text("description", description) }),
    ...(preview !== undefined && preview !== "" && { preview: text("preview", preview) }),
  });
}

/** Options as tags, a line each but for those with a preview. */
export function optionTags(options: readonly AskUserOption[], indentation: string): string[] {
  return options.map(({ value, label, description = "", preview }) => {
    const opening = `${indentation}<option${attributes({ value, label })}>${elementText(description)}`;
    if (preview === undefined) return `${opening}</option>`;
    return `${opening}\n${indentation}  <preview>${elementText(preview)}</preview>\n${indentation}</option>`;
  });
}
