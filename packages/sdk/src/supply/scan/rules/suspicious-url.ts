import type { TextRule } from "../report.ts";
import { addressesIn, collectors, hostOf, isBareAddress, shorteners } from "./hosts.ts";

const image = /!\[[^\]\n]{0,200}\]\(\s{0,3}(?=https?:\/\/)/gi;
/** So much of an address is looked at, as much as servers take. */
const longest = 8_000;
const filled =
  /[?&/=](?:[^)\s]{0,60}[=/_-])?(?:\{\{?\s{0,3}[a-z_ .-]{2,60}\}|\$\{?[A-Za-z_]{2,40}|<[a-z_ -]{3,60}>|\[[A-Z_ ]{4,60}\]|%7B)/i;
const carries =
  /conversation|history|secret|token|key|password|context|prompt|email|env|data|content|message|output|summary|answer|user/i;
/** Documentation and badges put placeholders into addresses too. */
const badge =
  /^https?:\/\/(?:img\.shields\.io|badge\.fury\.io|badgen\.net|github\.com|raw\.githubusercontent\.com|(?:[\w-]{1,60}\.){0,4}example(?:\.(?:com|org|net))?)(?=[/:?#])/i;

/** Addresses that hide who answers, and images that carry data away. */
export const suspiciousUrl: TextRule = (file, report) => {
  const { path, text } = file;
  if (!text.includes("://")) return;
  for (const { url, index } of addressesIn(text)) {
    const host = hostOf(url);
    const odd =
      isBareAddress(host) &&
      !/^(?:192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|0\.|255\.|(?:1\.1\.1\.1|8\.8\.8\.8|1\.2\.3\.4)$)/.test(host)
        ? "a bare IP address"
        : collectors.test(url)
          ? "a service that collects requests, tunnels them, or keeps pastes"
          : /(?:^|\.)xn--/.test(host)
            ? "a name in punycode, which can imitate another"
            : shorteners.test(url)
              ? "a shortener of addresses"
              : undefined;
    if (odd === undefined) continue;
    const inScript = file.placeAt(index) === "script";
    // Documentation of such a service names it; in a script it is used.
    const isUse = inScript || /[?&]\w{1,20}=(?:\$|\{)/.test(url);
    const weak = odd.startsWith("a shortener") || /your|<|\.\.\.|xxx|\{|api\.telegram|discord/i.test(url);
    report({
      code: "scan-suspicious-url",
      file: path,
      start: index,
      end: index + url.length,
      severity: isUse && !weak ? "medium" : "low",
      ...(!isUse && ({ confidence: "low" } as const)),
      why: `This address is ${odd}.`,
    });
  }
  if (!file.isMarkdown || !text.includes("![")) return;
  let close = -1;
  for (const match of text.matchAll(image)) {
    const from = match.index + match[0].length;
    if (close < from) close = text.indexOf(")", from);
    if (close < 0) return;
    const url = text.slice(from, Math.min(close, from + longest));
    if (url.includes("\n")) continue;
    if (!filled.test(url) || badge.test(url) || !carries.test(url) || file.placeAt(match.index) === "example") continue;
    report({
      code: "scan-suspicious-url",
      file: path,
      start: match.index,
      end: close + 1,
      why: "Showing this image sends what is filled into its address to its host.",
    });
  }
};
