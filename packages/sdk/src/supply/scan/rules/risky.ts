import { secretFile } from "./secrets.ts";

/** What is dangerous in a text that runs unasked, as a clause; undefined if nothing is. */
export function risky(text: string): string | undefined {
  if (
    /\b(?:curl|wget|nc|ncat|scp|requests\.|urllib|urlopen|fetch\(|https?\.(?:request|get)|socket\.|Invoke-WebRequest|axios)\b|https?:\/\//i.test(
      text,
    )
  )
    return "uses the network";
  if (/\bbase64\b|\beval\b|\bexec\s{0,3}\(|fromCharCode|\batob\b|b64decode|\bmarshal\b/.test(text))
    return "decodes or evaluates";
  if (secretFile.test(text)) return "touches credentials";
  return /\bchild_process\b|\bsubprocess\b|\bos\.system\b|\bspawn\s{0,3}\(|\bPopen\b/.test(text)
    ? "starts programs"
    : undefined;
}
