import { FetchError } from '#libs/net-guard';
import type { AssetUse } from '#libs/timeline';
import { RenderError } from '../render-error.js';

/** What all files of one video together may be at most. */
export interface AssetLimits {
  /** Files; several uses of one address are one. */
  assets: number;
  /** Bytes fetched. */
  bytes: number;
  /** Bytes of fonts as they are unpacked. */
  fontBytes: number;
}

/** The sum of bytes was passed while a file was being fetched. */
export class TooManyBytes extends FetchError {
  constructor(message: string) {
    super('TOO_LARGE', message);
  }
}

/** Bytes of one file on their way. */
export interface FileCount {
  /** @throws TooManyBytes */
  add(bytes: number): void;
  /** The file is fetched anew, from its beginning. */
  restart(): void;
}

/** Adds up what the files of one video take. The first that goes beyond a limit is refused; what is refused once is refused always. */
export class AssetBudget {
  private bytes = 0;
  private fontBytes = 0;

  constructor(private readonly limits: AssetLimits) {}

  /** @throws RenderError ASSET_TOO_LARGE for a file beyond the number allowed; `index` counts from 0 */
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

  /** @throws RenderError ASSET_TOO_LARGE */
  addFont(path: string, bytes: number): void {
    this.fontBytes += bytes;
    const { fontBytes: limit } = this.limits;
    if (this.fontBytes <= limit) return;
    const sum = `the fonts of the video have ${megabytes(this.fontBytes)} unpacked, together with this one`;
    throw tooLarge(path, `${sum}; at most ${megabytes(limit)} are read for a video`);
  }
}

function tooLarge(path: string, reason: string): RenderError {
  return new RenderError('ASSET_TOO_LARGE', `${path}: ${reason}`);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 10_000) / 100} MB`;
}
