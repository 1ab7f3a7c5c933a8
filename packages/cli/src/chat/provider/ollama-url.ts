const port = "11434";

/** The OpenAI-compatible address of an Ollama server, from what OLLAMA_BASE_URL or OLLAMA_HOST says; undefined if that is none. */
export function ollamaUrl(given: string | undefined): string | undefined {
  const text = given?.trim() || `127.0.0.1:${port}`;
  const hasScheme = /^https?:\/\//i.test(text);
  let url: URL;
  try {
    url = new URL(hasScheme ? text : `http://${text}`);
  } catch {
    return undefined;
  }
  // Ollama reads a host without a port so; a whole address means what it says.
  if (!hasScheme && url.port === "" && !/:\d+(\/|$)/.test(text)) url.port = port;
  // Where a server listens on all addresses, it is reached on this one.
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  const path = url.pathname.replace(/\/+$/, "").replace(/\/(v1|api)$/, "");
  return `${url.origin}${path}/v1`;
}
