import { readFileSync } from 'node:fs';

const MAX_DOMAINS = 6;

/**
 * Parses the search domains (resolv.conf(5)) in their order: the last `search` or `domain` line counts. In Kubernetes
 * they make `minio.storage` resolve as `minio.storage.svc.cluster.local`.
 */
export function parseSearchList(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  const [, ...domains] = lines.findLast(([keyword]) => keyword === 'search' || keyword === 'domain') ?? [];
  return domains
    .map((domain) => domain.toLowerCase().replace(/\.$/, ''))
    .filter((domain) => domain !== '')
    .slice(0, MAX_DOMAINS);
}

/** Reads the search list of a file, as {@link parseSearchList}; no domains if the file cannot be read. */
export function readSearchList(path: string): string[] {
  try {
    return parseSearchList(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
}

/**
 * Returns the full names to query, in order. A name with a dot is first queried as it is, whatever `ndots` is: nearly
 * all names of callers are public, and each then takes one query instead of five. A name that ends in a dot is
 * complete.
 */
export function fullNamesOf(hostname: string, search: readonly string[]): string[] {
  if (hostname.endsWith('.')) return [hostname.slice(0, -1)];
  const inDomains = search.map((domain) => `${hostname}.${domain}`);
  return hostname.includes('.') ? [hostname, ...inDomains] : [...inDomains, hostname];
}
