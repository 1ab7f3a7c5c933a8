import { hostOf } from "./hosts.ts";

// Where secrets lie. Every quantifier is bounded.

/** Files that hold credentials, in the spellings of shells, Python and JavaScript. */
export const secretFile: RegExp =
  /\.ssh(?:["'/\\]|\b(?=["'\s,)]))(?!\/?(?:known_hosts|config\b|authorized_keys|\w{1,40}\.pub))|\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\.aws(?:\/|["'],?\s{0,3}\/?\s{0,3}["'])(?:credentials|config)|\.netrc\b|\.pypirc\b|\.npmrc\b|\.git-credentials\b|\.docker\/config\.json|\.kube\/config\b|\.config\/(?:gcloud|gh\/hosts|solana\/id)|application_default_credentials|\.gnupg\b|\/etc\/shadow\b|\bLogin Data\b|\bkey4\.db\b|\blogins\.json\b|\bwallet\.dat\b|\.claude\/\.credentials|\.codex\/auth\.json|\.(?:bash|zsh)_history\b|(?:Google\/Chrome|Chromium|Firefox)\/[^\n]{0,60}(?:Cookies|Profiles|Default)|(?<![\w.*$)\]}-])\.env(?:\.(?:local|production|prod))?(?=["'`\s|;)]|$)/m;

/** A verb that reads a file. */
export const reads: RegExp =
  /\b(?:cat|cp|tar|zip|base64|head|tail|xxd|gzip|find|grep|dd|scp|rsync|open|read|readFile|readFileSync|read_text|read_bytes|createReadStream|Get-Content|gc|copyfile|copytree|make_archive|walk|glob|rglob|listdir|readdir)\b|@|<\s/i;

/** What only tells a program which key to use, or makes the place. */
export const usesKey: RegExp =
  /(?:\s-i|\s--(?:key|cert|cacert|netrc-file|identity|ssh-key|kubeconfig|env-file|userconfig)|IdentityFile)[= ]{1,3}["']?[\w.~/${}-]{1,200}|\s--netrc\b|\b(?:mkdir|chmod|chown|touch|ssh-keygen|ssh-add|ssh-keyscan|git\s{1,3}(?:add|rm|check-ignore))\s[^\n|]{0,200}/g;

/** The whole environment, made into a text. */
export const wholeEnvironment: Readonly<Record<"sh" | "python" | "js" | "powershell", RegExp>> = {
  sh: /(?:^|[|;&($`]\s{0,3})(?:env|printenv|export\s{1,3}-p|declare\s{1,3}-x|set)\s{0,3}(?=$|[|;&)>`])|\/proc\/(?:self|\d+)\/environ/m,
  python:
    /(?:dict|str|repr|list|json\.dumps|urlencode|b64encode)\s{0,3}\(\s{0,3}(?:dict\s{0,3}\(\s{0,3})?os\.environ\s{0,3}[),]|os\.environ\.(?:items|values)\s{0,3}\(|\*\*os\.environ\b|os\.environ\.copy\s{0,3}\(|(?:json|data|params)\s{0,3}=\s{0,3}(?:dict\s{0,3}\(\s{0,3})?os\.environ\b|["'](?:env|printenv)["']\s{0,3}[\]),]|=\s{0,3}os\.environ\s{0,3}$/m,
  js: /JSON\.stringify\s{0,3}\(\s{0,3}(?:\{\s{0,3}[^}\n]{0,60}?)?(?:\.\.\.)?process\.env\b(?!\.|\[)|Object\.(?:entries|values|assign|fromEntries)\s{0,3}\([^)\n]{0,40}process\.env\b(?!\.|\[)|\{\s{0,3}\.\.\.process\.env\b|=\s{0,3}process\.env\s{0,3}(?:;|$)|\bbody\s{0,3}:\s{0,3}process\.env\b(?!\.|\[)|\(\s{0,3}process\.env\s{0,3}\)/m,
  powershell: /\b(?:gci|dir|ls|Get-ChildItem|Get-Item)\s{1,3}env:/i,
};

/** One named variable that looks like a secret; the first group that matched is its name. */
export const namedVariable: Readonly<Record<"sh" | "python" | "js" | "powershell", RegExp>> = {
  sh: /\$\{?([A-Z][A-Z0-9_]{2,60})/g,
  python: /os\.(?:environ\.get\s{0,3}\(|environ\s{0,3}\[|getenv\s{0,3}\()\s{0,3}["']([A-Z][A-Z0-9_]{2,60})["']/g,
  js: /process\.env(?:\.|\[\s{0,3}["'`])([A-Z][A-Z0-9_]{2,60})/g,
  powershell: /\$env:([A-Za-z][A-Za-z0-9_]{2,60})/g,
};

const providers: readonly (readonly [name: RegExp, hosts: RegExp])[] = [
  [/^AWS_(?:SECRET|SESSION|ACCESS)/, /amazonaws|\baws\b|amazon/],
  [/^(?:GITHUB|GH)_(?:\w+_)?(?:TOKEN|PAT)$/, /github|ghcr\.io/],
  [/^GITLAB_(?:\w+_)?TOKEN$/, /gitlab/],
  [/^ANTHROPIC_(?:API_KEY|AUTH_TOKEN)$/, /anthropic|claude/],
  [/^OPENAI_API_KEY$/, /openai|azure|openrouter/],
  [/^(?:NPM|NODE_AUTH)_TOKEN$/, /npm|registry|pkg/],
  [/^(?:PYPI|TWINE)_(?:TOKEN|PASSWORD|API_TOKEN)$/, /pypi/],
  [/^(?:GOOGLE|GCP|GEMINI)_(?:\w+_)?(?:API_KEY|CREDENTIALS|KEY)$/, /google|gcp|gemini/],
  [/^STRIPE_(?:SECRET|API)_KEY$/, /stripe/],
  [/^SLACK_(?:BOT_)?TOKEN$/, /slack/],
  [/^(?:HF|HUGGINGFACE|HUGGING_FACE)_(?:\w+_)?TOKEN$/, /hugging|hf\.co/],
  [/^(?:CLOUDFLARE|CF)_API_(?:TOKEN|KEY)$/, /cloudflare/],
];

/** True if a variable is a provider's secret, and the address is not that provider's. */
export function isOtherHost(variable: string, url: string): boolean {
  const provider = providers.find(([name]) => name.test(variable));
  // By host alone: a path can name anybody. Servers that speak a provider's language have its version in the path.
  const speaksIt = variable.startsWith("OPENAI") && /\/v1\b/.test(url);
  return provider !== undefined && !speaksIt && !provider[1].test(hostOf(url));
}

/** Whether a variable is a secret of a known provider. */
export function isProviderSecret(variable: string): boolean {
  return providers.some(([name]) => name.test(variable));
}
