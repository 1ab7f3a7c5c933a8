// Addresses that tell something by themselves.

/** Services that collect requests, open tunnels, or keep pastes. */
export const collectors: RegExp =
  /\b(?:webhook\.site|requestbin\.(?:com|net)|[\w-]{1,60}\.(?:pipedream\.net|burpcollaborator\.net|oastify\.com|oast\.(?:fun|me|live|site|online|pro)|interact\.sh|ngrok(?:-free)?\.(?:io|app|dev)|loca\.lt|serveo\.net|trycloudflare\.com|requestcatcher\.com|beeceptor\.com)|hookb\.in|pastebin\.com|paste\.ee|hastebin\.com|ghostbin\.\w{2,6}|transfer\.sh|file\.io|0x0\.st|termbin\.com|ix\.io|dpaste\.(?:com|org)|glot\.io|rentry\.(?:co|org)|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot)/i;

/** Shorteners of addresses. */
export const shorteners: RegExp =
  /\b(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|is\.gd|ow\.ly|cutt\.ly|rb\.gy|shorturl\.at|tiny\.cc)\/\w/i;

const addresses = /\bhttps?:\/\/[^\s"'`<>)\]}|\\]{1,400}/gi;

/** An address in a text. */
export interface Address {
  readonly url: string;
  readonly host: string;
  readonly index: number;
}

/** The addresses in a text, with their hosts in lower case. */
export function addressesIn(text: string): Address[] {
  if (!text.includes("://")) return [];
  return [...text.matchAll(addresses)].map((match) => ({
    url: match[0],
    host: hostOf(match[0]),
    index: match.index,
  }));
}

/** The host of an address, without user, port and case. */
export function hostOf(url: string): string {
  const authority = /^[a-z]+:\/\/([^/?#\s"'`]{0,300})/i.exec(url)?.[1] ?? "";
  const host = authority.slice(authority.lastIndexOf("@") + 1).toLowerCase();
  return host.startsWith("[") ? host.slice(0, host.indexOf("]") + 1) : (host.split(":", 1)[0] ?? "");
}

const ownAddress = /^(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)(?:\.\d{1,3}){2,3}$|^0\.0\.0\.0$/;
const wholeAddress = /^(?:\d{1,3}\.){3}\d{1,3}$/;

/** Whether a host is this machine or in a private network; a name that only begins like one is not. */
export function isOwnHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  if (wholeAddress.test(name)) return ownAddress.test(name);
  return /^(?:localhost|\[::1\]|\[f[cd][0-9a-f]{2}:[0-9a-f:]*\])$|\.(?:local|internal|localhost)$/.test(name);
}

/** Whether a host is a public IP address: nobody's name stands for it. */
export function isBareAddress(host: string): boolean {
  if (isOwnHost(host)) return false;
  // Kept for documentation (RFC 5737), which attacks in texts use as well.
  return wholeAddress.test(host) || /^(?:0x[0-9a-f]{6,8}|\d{8,10})$/.test(host) || /^\[[0-9a-f:]{3,}\]$/.test(host);
}

/** What is odd about where an address leads; undefined if nothing is. */
export function oddAddress(url: string): string | undefined {
  const host = hostOf(url);
  if (isBareAddress(host)) return "a bare IP address";
  if (collectors.test(url)) return "a service that collects whatever it is sent, or serves whatever was put there";
  if (shorteners.test(url)) return "a shortener";
  if (/(?:^|\.)xn--/.test(host)) return "a name in punycode";
  return undefined;
}
