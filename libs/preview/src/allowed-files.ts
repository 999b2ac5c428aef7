import { LRUCache } from 'lru-cache';
import type { PreviewFiles } from './protocol.js';

/** Files kept after they were decoded, for the next edit. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** As the renderer's limit of a file. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** Fetches what a document names, from allowed addresses only. */
export class AllowedFiles {
  readonly #kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  constructor(private readonly files: PreviewFiles) {}

  /** The address below which the shipped fonts lie. */
  get fonts(): string {
    return this.files.fonts;
  }

  /** The content at an address. @throws Error that names the address and why it is not shown */
  async bytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
    const kept = this.#kept.get(url);
    if (kept) return kept;
    const { href } = new URL(url);
    if (!this.files.allow.some((start) => href.startsWith(start))) {
      throw new Error(`${url} is not among the addresses that this preview may fetch`);
    }
    const response = await fetch(href, { credentials: 'same-origin', redirect: 'error' });
    if (!response.ok) throw new Error(`${url} cannot be fetched: status ${response.status}`);
    if (Number(response.headers.get('Content-Length') ?? 0) > MAX_FILE_BYTES) throw new Error(`${url} is too large`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    this.#kept.set(url, bytes);
    return bytes;
  }
}
