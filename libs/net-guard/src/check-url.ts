import type { AddressPolicy } from './address-policy.js';

/**
 * The reason why a URL is refused before any connection; `code` and `message` appear in the API's validation details.
 */
export interface UrlFault {
  code: 'INVALID_FORMAT' | 'INVALID_VALUE' | 'VALUE_TOO_LARGE';
  message: string;
}

export type CheckedUrl = { ok: true; url: URL } | { ok: false; fault: UrlFault };

export interface UrlRules {
  policy: AddressPolicy;
  /** Whether `http:` is permitted in addition to `https:`. */
  allowHttp: boolean;
}

const MAX_LENGTH = 2048;
/** Characters that URL parsers remove or rewrite, so that two parsers may read different URLs. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const AMBIGUOUS = /[\u0000-\u0020\u007f\\]/;
/** The permitted well-known ports (RFC 6335), those of the web: callers cannot connect us to a mail or shell server. */
const WEB_PORTS = new Set(['', '80', '443']);
const LAST_WELL_KNOWN_PORT = 1023;
/** Ports of databases and similar services above them, which may interpret lines of a request as commands. */
const SERVICE_PORTS = new Set([
  '1433',
  '1521',
  '2049',
  '2375',
  '2379',
  '3306',
  '4222',
  '5432',
  '5672',
  '6379',
  '9200',
  '11211',
  '27017',
]);

/**
 * Checks a caller's URL as far as possible without connecting: form, scheme, credentials, port, and an IP literal or
 * `localhost` against the policy. The addresses of a name are checked at every connection.
 */
export function checkUrl(text: string, rules: UrlRules): CheckedUrl {
  if (text.length > MAX_LENGTH) return refuse('VALUE_TOO_LARGE', `must be at most ${MAX_LENGTH} characters`);
  const url = AMBIGUOUS.test(text) ? null : URL.parse(text);
  const schemes = rules.allowHttp ? ['https:', 'http:'] : ['https:'];
  const wanted = rules.allowHttp ? 'an http or https URL' : 'an https URL';
  if (url === null) return refuse('INVALID_FORMAT', `must be ${wanted}`);
  if (!schemes.includes(url.protocol)) return refuse('INVALID_VALUE', `must be ${wanted}`);
  if (url.username !== '' || url.password !== '') return refuse('INVALID_VALUE', 'must not contain credentials');
  if (!isPortAllowed(url.port)) return refuse('INVALID_VALUE', `must not use port ${url.port}`);
  if (!isHostAllowed(url.hostname, rules.policy)) return refuse('INVALID_VALUE', 'must be a public address');
  return { ok: true, url };
}

function refuse(code: UrlFault['code'], message: string): CheckedUrl {
  return { ok: false, fault: { code, message } };
}

function isPortAllowed(port: string): boolean {
  return WEB_PORTS.has(port) || (Number(port) > LAST_WELL_KNOWN_PORT && !SERVICE_PORTS.has(port));
}

/**
 * Whether a host is allowed. The URL parser has converted decimal, octal, hexadecimal, short and full-width IPv4 to
 * four decimal parts.
 */
function isHostAllowed(hostname: string, policy: AddressPolicy): boolean {
  if (hostname.startsWith('[')) return policy.isAllowed(hostname.slice(1, -1));
  if (/^[\d.]+$/.test(hostname)) return policy.isAllowed(hostname);
  // RFC 6761 §6.3: these names always resolve to this machine.
  const isLocalhost = /(^|\.)localhost\.?$/.test(hostname);
  return !isLocalhost || policy.isAllowed('127.0.0.1') || policy.isAllowed('::1');
}
