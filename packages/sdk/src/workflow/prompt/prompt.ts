import { resolveTemplate } from "./resolve-template.ts";

/** Prose as a template: fragments are put in, and the indentation of the source is taken away. */
export function prompt(strings: TemplateStringsArray, ...values: readonly unknown[]): string {
  return resolveTemplate(strings, values);
}
