import { readFileSync } from 'node:fs';

const MAX_DOMAINS = 6;

/**
 * The domains in which a name may be meant (resolv.conf(5)), in their order: the last `search` or `domain` line counts. In
 * Kubernetes they make `minio.storage` mean `minio.storage.svc.cluster.local`.
 */
export function parseSearchList(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/));
  const [, ...domains] = lines.findLast(([keyword]) => keyword === 'search' || keyword === 'domain') ?? [];
  return domains
    .map((domain) => domain.toLowerCase().replace(/\.$/, ''))
    .filter((domain) => domain !== '')
    .slice(0, MAX_DOMAINS);
}

/** As {@link parseSearchList}; no domain where the file cannot be read. */
export function readSearchList(path: string): string[] {
  try {
    return parseSearchList(readFileSync(path, 'utf8'));
  } catch {
    return [];
  }
}

/**
 * The full names to ask for, in this order. A name with a dot is first taken as it stands, whatever `ndots` says: nearly
 * all that callers write are public names, and each is then one question and not five. One that ends in a dot is meant as
 * it stands.
 */
export function fullNamesOf(hostname: string, search: readonly string[]): string[] {
  if (hostname.endsWith('.')) return [hostname.slice(0, -1)];
  const inDomains = search.map((domain) => `${hostname}.${domain}`);
  return hostname.includes('.') ? [hostname, ...inDomains] : [...inDomains, hostname];
}
