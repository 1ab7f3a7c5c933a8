/** Brackets that are open, and whether what is in them belongs to a function. */
interface Scope {
  readonly isFunction: boolean;
  /** An arrow without brackets of its own, until the next comma or semicolon. */
  isArrow: boolean;
}

/**
 * Whether a name is used inside a function, and so perhaps when the code has long been loaded. It reads tokens and not the
 * language, and says yes where it is in doubt.
 */
export function isUsedInFunctions(code: string, name: string): boolean {
  const scopes: Scope[] = [{ isFunction: false, isArrow: false }];
  let before = "";
  for (const token of tokensOf(code)) {
    const scope = scopes.at(-1);
    if (token === "`") {
      // A template: what is between its texts is code like any other.
    } else if (token === "=>") {
      if (scope) scope.isArrow = true;
    } else if (token === "," || token === ";") {
      if (scope) scope.isArrow = false;
    } else if ("([{".includes(token)) {
      // A block after a parenthesis is a function's, or that of an `if`, which does no harm.
      const isFunction = scope?.isFunction === true || scope?.isArrow === true || (token === "{" && before === ")");
      scopes.push({ isFunction, isArrow: false });
    } else if (")]}".includes(token)) {
      if (scopes.length > 1) scopes.pop();
    } else if (token === name && before !== "." && (scope?.isFunction === true || scope?.isArrow === true)) {
      return true;
    }
    before = token;
  }
  return false;
}

/** Names, brackets, arrows and separators; texts, comments and patterns are left out. */
function* tokensOf(code: string): Generator<string> {
  const templates: number[] = [];
  let depth = 0;
  let value = false;
  for (let at = 0; at < code.length;) {
    const rest = code.slice(at, at + 2);
    const char = code[at] ?? "";
    let next = at + 1;
    if (/\s/.test(char)) {
      at = next;
      continue;
    }
    if (rest === "//") next = endOf(code, "\n", at);
    else if (rest === "/*") next = endOf(code, "*/", at);
    else if (char === '"' || char === "'") [next, value] = [endOfText(code, at + 1, char), true];
    else if (char === "`" || (char === "}" && templates.at(-1) === depth)) {
      if (char === "}") templates.pop();
      next = endOfText(code, at + 1, "`");
      if (code.startsWith("${", next - 2)) templates.push(depth);
      else value = true;
      yield "`";
    } else if (char === "/" && !value) [next, value] = [endOfPattern(code, at + 1), true];
    else if (rest === "=>") {
      next = at + 2;
      value = false;
      yield rest;
    } else if (/[\w$]/.test(char)) {
      next = at + (/^[\w$]+/.exec(code.slice(at, at + 200))?.[0].length ?? 1);
      const word = code.slice(at, next);
      value = !/^(?:return|typeof|case|in|of|delete|void|throw|new|await|yield|else|do)$/.test(word);
      yield word;
    } else {
      if ("({[".includes(char)) depth++;
      if (")}]".includes(char)) depth--;
      value = ")]}".includes(char);
      if ("()[]{},;.".includes(char)) yield char;
    }
    at = next;
  }
}

function endOf(code: string, mark: string, from: number): number {
  const end = code.indexOf(mark, from + 2);
  return end === -1 ? code.length : end + mark.length;
}

/** After the end of a text; of a template, also after the `${` that begins code in it. */
function endOfText(code: string, from: number, quote: string): number {
  for (let at = from; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (code[at] === quote) return at + 1;
    else if (quote === "`" && code.startsWith("${", at)) return at + 2;
  }
  return code.length;
}

function endOfPattern(code: string, from: number): number {
  let inClass = false;
  for (let at = from; at < code.length; at++) {
    if (code[at] === "\\") at++;
    else if (code[at] === "[") inClass = true;
    else if (code[at] === "]") inClass = false;
    else if (code[at] === "/" && !inClass) return at + 1;
    else if (code[at] === "\n") return at;
  }
  return code.length;
}
