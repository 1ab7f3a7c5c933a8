import { rewriteView, type TextView } from "../text-view.ts";

const programs = /^(?:(?:ba|z|da|k)?sh|curl|wget|base64|eval|python3?|node|perl|ruby|xxd|nc)$/;
const parted =
  /(?<![\w\\"'$])[a-z]{1,6}(?:\\|["']{1,2})[a-z\d]{1,6}(?:(?:\\|["']{1,2})[a-z\d]{1,6}){0,4}["']?(?![\w\\"'])/g;
const spacer = /\$\{IFS\}|\$IFS\b/g;
const named =
  /(?:^|[\s;&])([A-Za-z_]\w{0,40})=["']?(?:\/(?:usr\/)?bin\/)?((?:ba|z|da|k)?sh|curl|wget|base64|python3?|node)["']?(?=[\s;&]|$)/gm;
const variable = /"?\$(?:\{([A-Za-z_]\w{0,40})\}|([A-Za-z_]\w{0,40}))"?/g;

/** Commands by their plain names: `c""url`, `cu\rl`, `curl${IFS}-s` and `$C` after `C=curl` are all curl to a shell. */
export function plainCommands(view: TextView): TextView {
  let plain = view;
  if (/\$\{?IFS\b/.test(plain.text)) plain = rewriteView(plain, spacer, () => " ");
  if (/[a-z](?:\\|["']{1,2})[a-z]/.test(plain.text))
    plain = rewriteView(plain, parted, (found) => {
      const name = found.replace(/["'\\]/g, "");
      if (!programs.test(name)) return found;
      // A quote without its twin belongs to what is around.
      const last = found.at(-1) ?? "";
      return /["']/.test(last) && found.split(last).length % 2 === 0 ? name + last : name;
    });
  const names = new Map(Array.from(plain.text.matchAll(named), ([, name = "", program = ""]) => [name, program]));
  if (names.size === 0) return plain;
  return rewriteView(plain, variable, (found) => names.get(found.replace(/["${}]/g, "")) ?? found);
}
