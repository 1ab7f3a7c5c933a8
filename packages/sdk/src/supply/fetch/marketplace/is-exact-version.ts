/** Whether a text names one version, as opposed to a tag. */
export function isExactVersion(text: string): boolean {
  return /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(text);
}
