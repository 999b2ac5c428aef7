import type { LookupAddress } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** Time for which the file is cached before it is checked for changes, ms. */
const FRESH_MS = 5_000;

/**
 * Reads the machine's hosts file (hosts(5)), to which Docker's `extra_hosts`, Kubernetes' `hostAliases` and
 * administrators write. It is read again when it has changed, asynchronously and not on the threads that slow lookups
 * could occupy.
 */
export class HostsFile {
  private names: ReadonlyMap<string, LookupAddress[]> = new Map();
  private lookedAtMs = -Infinity;
  private changedAtMs = NaN;

  constructor(
    private readonly path: string,
    private readonly freshMs = FRESH_MS,
  ) {}

  /**
   * Returns the addresses of a name in lower case, in the order of the file; undefined if the file does not contain it.
   */
  addressesOf(name: string): LookupAddress[] | undefined {
    if (performance.now() - this.lookedAtMs >= this.freshMs) this.refresh();
    return this.names.get(name);
  }

  private refresh(): void {
    this.lookedAtMs = performance.now();
    const changedAtMs = statSync(this.path, { throwIfNoEntry: false })?.mtimeMs ?? NaN;
    if (changedAtMs === this.changedAtMs) return;
    this.changedAtMs = changedAtMs;
    this.names = Number.isNaN(changedAtMs) ? new Map() : parseHosts(readFileSync(this.path, 'utf8'));
  }
}

/** Parses names, in lower case, with their addresses; skips lines that are no entries. */
export function parseHosts(text: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...aliases] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const alias of aliases) {
      const name = alias.toLowerCase();
      names.set(name, [...(names.get(name) ?? []), { address, family }]);
    }
  }
  return names;
}
