// Letters are looked at in place: every new word of a corpus comes by here, and with strings and regular expressions
// stemming would take longer than all else.

/** Rules of one step by the last letter of the suffix, longest suffix first. */
type Rules = ReadonlyMap<number, readonly { readonly suffix: readonly number[]; readonly put: readonly number[] }[]>;

const STEP_2 = rules(
  "ational ate|tional tion|enci ence|anci ance|izer ize|bli ble|alli al|entli ent|eli e|ousli ous|ization ize|ation ate|" +
    "ator ate|alism al|iveness ive|fulness ful|ousness ous|aliti al|iviti ive|biliti ble|logi log",
);
const STEP_3 = rules("icate ic|ative|alize al|iciti ic|ical ic|ful|ness");
const STEP_4 = rules("al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|ou|ism|ate|iti|ous|ive|ize");
const A = 97;
const B = 98;
const D = 100;
const E = 101;
const G = 103;
const I = 105;
const L = 108;
const N = 110;
const O = 111;
const S = 115;
const T = 116;
const U = 117;
const W = 119;
const X = 120;
const Y = 121;
const Z = 122;

/**
 * Stems the word of letters a to z between `start` and `end`, in place; where it ends then. The algorithm of Porter, with
 * the departures that everybody makes: https://tartarus.org/martin/PorterStemmer/.
 */
export function stemEnglish(units: Uint16Array, start: number, end: number): number {
  if (end - start < 3) return end;
  let stop = withoutPlural(units, start, end);
  stop = withoutEnding(units, start, stop);
  if (units[stop - 1] === Y && hasVowel(units, start, stop - 1)) units[stop - 1] = I;
  stop = withoutSuffix(units, start, stop, STEP_2, 1);
  stop = withoutSuffix(units, start, stop, STEP_3, 1);
  stop = withoutSuffix(units, start, stop, STEP_4, 2);
  if (units[stop - 1] === E && stop - start > 1) {
    const size = measure(units, start, stop - 1);
    if (size > 1 || (size === 1 && !isShort(units, start, stop - 1))) stop--;
  }
  if (units[stop - 1] === L && units[stop - 2] === L && measure(units, start, stop) > 1) stop--;
  return stop;
}

/** Step 1a: -sses, -ies, -s. */
function withoutPlural(units: Uint16Array, start: number, end: number): number {
  if (units[end - 1] !== S || units[end - 2] === S) return end;
  if (units[end - 2] !== E || end - start < 4) return end - 1;
  if (units[end - 3] === I) return end - 2;
  return units[end - 3] === S && units[end - 4] === S && end - start > 4 ? end - 2 : end - 1;
}

/** Step 1b: -eed, -ed, -ing. */
function withoutEnding(units: Uint16Array, start: number, end: number): number {
  const last = units[end - 1];
  if (last === D && units[end - 2] === E) {
    if (units[end - 3] === E && end - start > 3) return measure(units, start, end - 3) > 0 ? end - 1 : end;
    return hasVowel(units, start, end - 2) ? repaired(units, start, end - 2) : end;
  }
  if (last !== G || units[end - 2] !== N || units[end - 3] !== I) return end;
  return hasVowel(units, start, end - 3) ? repaired(units, start, end - 3) : end;
}

/** What -ed and -ing leave, as it is without them: `hopping` is hop, `hoping` is hope. */
function repaired(units: Uint16Array, start: number, end: number): number {
  const last = units[end - 1];
  const before = end - start > 1 ? units[end - 2] : 0;
  if ((last === T && before === A) || (last === L && before === B) || (last === Z && before === I)) {
    units[end] = E;
    return end + 1;
  }
  if (last === before && last !== L && last !== S && last !== Z && !isVowel(last as number)) return end - 1;
  if (!isShort(units, start, end)) return end;
  units[end] = E;
  return end + 1;
}

/** Steps 2 to 4: the longest suffix there is a rule for goes, if enough is left. */
function withoutSuffix(units: Uint16Array, start: number, end: number, step: Rules, least: number): number {
  const last = units[end - 1] as number;
  for (const { suffix, put } of step.get(last) ?? []) {
    const cut = end - suffix.length;
    if (cut <= start || !endsWith(units, cut, suffix)) continue;
    if (measure(units, start, cut) < least) return end;
    for (let at = 0; at < put.length; at++) units[cut + at] = put[at] as number;
    return cut + put.length;
  }
  if (step !== STEP_4 || last !== N || units[end - 2] !== O || units[end - 3] !== I || end - start < 5) return end;
  const before = units[end - 4];
  return (before === S || before === T) && measure(units, start, end - 3) > 1 ? end - 3 : end;
}

function endsWith(units: Uint16Array, from: number, suffix: readonly number[]): boolean {
  for (let at = 0; at < suffix.length; at++) if (units[from + at] !== suffix[at]) return false;
  return true;
}

/** How often consonants follow vowels. */
function measure(units: Uint16Array, start: number, end: number): number {
  let count = 0;
  let vowel = false;
  for (let at = start; at < end; at++) {
    const next = vowelAt(units, start, at, vowel);
    if (vowel && !next) count++;
    vowel = next;
  }
  return count;
}

function hasVowel(units: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (vowelAt(units, start, at, false)) return true;
  return false;
}

/** Consonants, one vowel, one consonant other than w, x and y: such a word ended in -e. */
function isShort(units: Uint16Array, start: number, end: number): boolean {
  if (end - start < 3) return false;
  const last = units[end - 1] as number;
  if (last === W || last === X || isVowel(last)) return false;
  for (let at = start; at < end - 2; at++) if (vowelAt(units, start, at, false)) return false;
  return isVowel(units[end - 2] as number);
}

/** A y is a vowel behind a consonant. */
function vowelAt(units: Uint16Array, start: number, at: number, afterVowel: boolean): boolean {
  const unit = units[at] as number;
  return isVowel(unit) && (unit !== Y || (at > start && !afterVowel));
}

function isVowel(unit: number): boolean {
  return unit === A || unit === E || unit === I || unit === O || unit === U || unit === Y;
}

function rules(text: string): Rules {
  const step = new Map<number, { suffix: number[]; put: number[] }[]>();
  for (const rule of text.split("|")) {
    const [suffix = [], put = []] = rule.split(" ").map((part) => Array.from(part, codeOf));
    const last = suffix.at(-1) ?? 0;
    step.set(last, [...(step.get(last) ?? []), { suffix, put }]);
  }
  for (const list of step.values()) list.sort((left, right) => right.suffix.length - left.suffix.length);
  return step;
}

function codeOf(letter: string): number {
  return letter.charCodeAt(0);
}
