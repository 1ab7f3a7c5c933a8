const byEnding: Readonly<Record<string, string>> = {
  bash: "application/x-sh",
  css: "text/css",
  csv: "text/csv",
  gif: "image/gif",
  htm: "text/html",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown",
  markdown: "text/markdown",
  mjs: "text/javascript",
  pdf: "application/pdf",
  png: "image/png",
  py: "text/x-python",
  sh: "application/x-sh",
  svg: "image/svg+xml",
  toml: "application/toml",
  ts: "text/typescript",
  txt: "text/plain",
  webp: "image/webp",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
  zip: "application/zip",
};

/** The media type that a file's name tells. */
export function mediaType(path: string): string {
  const ending = /[^/]\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(byEnding, ending) ? (byEnding[ending] as string) : "application/octet-stream";
}
