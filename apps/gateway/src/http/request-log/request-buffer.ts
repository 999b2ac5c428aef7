import type { RequestEntry } from './request-entry.js';

const RATE_LIMITED = 'RATE_LIMIT_EXCEEDED';

/** Most entries that wait for the next write. */
export interface BufferBounds {
  /** Entries of all organizations. */
  entries: number;
  /** Entries of one organization, so that the requests of one leave room for those of others. */
  ofOne: number;
}

/**
 * Entries that wait for the next write. Of the requests that one organization's rate limit refuses, one waits at a time:
 * there may be any number of them, and they would push out the others.
 */
export class RequestBuffer {
  private entries: RequestEntry[] = [];
  private readonly counts = new Map<string, number>();
  private readonly limited = new Set<string>();

  constructor(private readonly bounds: BufferBounds) {}

  /** @returns false if there is no room for the entry, which is dropped */
  add(entry: RequestEntry): boolean {
    const { organization_id: organization, error_code } = entry;
    const count = this.counts.get(organization) ?? 0;
    if (count >= this.bounds.ofOne || this.entries.length >= this.bounds.entries) return false;
    if (error_code === RATE_LIMITED) {
      if (this.limited.has(organization)) return false;
      this.limited.add(organization);
    }
    this.counts.set(organization, count + 1);
    this.entries.push(entry);
    return true;
  }

  /** Takes all entries out. */
  take(): RequestEntry[] {
    const taken = this.entries;
    this.entries = [];
    this.counts.clear();
    this.limited.clear();
    return taken;
  }
}
