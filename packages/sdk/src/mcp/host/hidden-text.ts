/** The three flags that are written with tag characters. */
const flags =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;
/** Tag characters, and rows of variation selectors: a second alphabet that people cannot see and models can. */
const hidden = /[\u{e0000}-\u{e007f}]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2}/u;

/** Whether a text carries another one that nobody sees. No honest text needs this; whoever writes it means the model. */
export function hasHiddenText(text: string): boolean {
  return hidden.test(text) && hidden.test(text.replace(flags, ""));
}
