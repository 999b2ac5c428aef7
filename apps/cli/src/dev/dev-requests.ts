import type { IncomingHttpHeaders } from 'node:http';

/** Hosts of this machine as a browser names them; the port is another one where it is forwarded. */
const OWN_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;

/**
 * Whether a request comes from the page itself. A site whose name was bound to 127.0.0.1 has its own name as the host, and
 * one of another origin states its own.
 */
export function isOwnRequest({ host = '', origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (!OWN_HOST.test(host) || (origin !== undefined && origin !== `http://${host}`)) return false;
  return site === undefined || site === 'same-origin' || site === 'none';
}

/**
 * The parts of the path of a file below a folder.
 *
 * @returns undefined for one that may lie elsewhere, and for hidden files
 */
export function partsBelow(escaped: string): string[] | undefined {
  let parts: string[];
  try {
    parts = escaped.split('/').map(decodeURIComponent);
  } catch {
    return undefined; // half of an escape
  }
  return parts.every((part) => part !== '' && !part.startsWith('.') && !/[/\\\0:]/.test(part)) ? parts : undefined;
}
