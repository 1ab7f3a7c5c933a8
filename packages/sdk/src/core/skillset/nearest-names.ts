import { closestWord } from "../format/rules/closest-word.ts";
import { mention } from "./escape.ts";

/** ` Did you mean "x"?`, or a few of the names there are. */
export function nearestNames(word: string, names: readonly string[]): string {
  if (names.length === 0) return "";
  const close = closestWord(word.slice(0, 64), names, Math.max(2, Math.floor(Math.min(word.length, 64) / 3)));
  const alike = word.length < 3 ? undefined : names.find((name) => name.includes(word) || word.includes(name));
  const meant = close ?? alike;
  if (meant !== undefined) return ` Did you mean "${mention(meant)}"?`;
  const few = names
    .slice(0, 20)
    .map((name) => mention(name))
    .join(", ");
  return names.length <= 20 ? ` There are: ${few}.` : ` Among ${names.length} there are: ${few}, …`;
}
