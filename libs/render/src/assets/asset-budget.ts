import { FetchError } from '#libs/net-guard';
import type { AssetUse } from '#libs/timeline';
import { AssetError } from '../render-error.js';

/** Limits for all files of one video together. */
export interface AssetLimits {
  /** Files; several uses of one address count once. */
  assets: number;
  /** Bytes fetched. */
  bytes: number;
  /** Bytes of fonts, unpacked. */
  fontBytes: number;
}

/** The sum of bytes exceeded the limit during a fetch. */
export class TooManyBytes extends FetchError {
  constructor(message: string) {
    super('TOO_LARGE', message);
  }
}

/** Counts the bytes of one file while it is fetched. */
export interface FileCount {
  /** @throws TooManyBytes */
  add(bytes: number): void;
  /** The fetch starts again from the first byte. */
  restart(): void;
}

/**
 * Sums the files of one video against its limits. The same order of files always gives the same file that exceeds them.
 */
export class AssetBudget {
  private bytes = 0;
  private fontBytes = 0;

  constructor(private readonly limits: AssetLimits) {}

  /** @throws AssetError ASSET_TOO_LARGE for a file beyond the number allowed; `index` counts from 0 */
  admit(use: AssetUse, index: number): void {
    const { assets } = this.limits;
    if (index >= assets) throw tooLarge(use.path, `the video has more than ${assets} files, and this is the next`);
  }

  countFile(): FileCount {
    let own = 0;
    return {
      add: (bytes) => {
        own += bytes;
        this.bytes += bytes;
        const { bytes: limit } = this.limits;
        if (this.bytes <= limit) return;
        throw new TooManyBytes(`and the other files of the video have more than ${megabytes(limit)} together`);
      },
      restart: () => {
        this.bytes -= own;
        own = 0;
      },
    };
  }

  /** @throws AssetError ASSET_TOO_LARGE */
  addFont(path: string, bytes: number): void {
    this.fontBytes += bytes;
    const { fontBytes: limit } = this.limits;
    if (this.fontBytes <= limit) return;
    const sum = `the fonts of the video have ${megabytes(this.fontBytes)} unpacked, together with this one`;
    throw tooLarge(path, `${sum}; at most ${megabytes(limit)} are read for a video`);
  }
}

function tooLarge(path: string, reason: string): AssetError {
  return new AssetError('ASSET_TOO_LARGE', path, reason);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 10_000) / 100} MB`;
}
