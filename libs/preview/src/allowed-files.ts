import { LRUCache } from 'lru-cache';
import type { PreviewFiles } from './protocol.js';

/** Most bytes of decoded files that are kept for the next edit. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** Most bytes of a file, which is the renderer's limit. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/**
 * Time after which a file that could not be fetched is asked for again, ms. Without this pause every edit would wait
 * for it.
 */
const MISSING_MS = 30_000;

/** Fetches the files that a document names, from allowed addresses only and without cookies. */
export class AllowedFiles {
  readonly #kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  readonly #missing = new LRUCache<string, Error>({ max: 1_000, ttl: MISSING_MS });

  constructor(private readonly files: PreviewFiles) {}

  /** The content at an address. @throws Error that names the address and why it is not shown */
  async bytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
    const kept = this.#kept.get(url);
    if (kept) return kept;
    const missing = this.#missing.get(url);
    if (missing) throw missing;
    try {
      const bytes = await this.#fetch(url);
      this.#kept.set(url, bytes);
      return bytes;
    } catch (error) {
      this.#missing.set(url, error as Error);
      throw error;
    }
  }

  async #fetch(url: string): Promise<Uint8Array<ArrayBuffer>> {
    const { href } = new URL(url);
    if (!this.files.allow.some((start) => href.startsWith(start))) {
      throw new Error(`${url} is not among the addresses that this preview may fetch`);
    }
    const response = await fetch(href, { credentials: 'omit', redirect: 'error' }).catch((cause: unknown) => {
      throw new Error(`${url} cannot be fetched by this page`, { cause });
    });
    if (!response.ok) throw new Error(`${url} cannot be fetched: status ${response.status}`);
    if (Number(response.headers.get('Content-Length') ?? 0) > MAX_FILE_BYTES) throw new Error(`${url} is too large`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
