import { writeFile } from 'node:fs/promises';
import type { FrameRange } from '#libs/encode';
import { encodeJpeg } from '#libs/frames';
import { firstAlike, type StillRun, type Timeline } from '#libs/timeline';

/** The poster of a video, taken when its frame is drawn: drawing it separately would decode the page's footage again. */
export class Poster {
  private picture: Promise<Buffer> | undefined;
  /** The first frame that equals the poster's: later ones of a still run may not be drawn. */
  private readonly frame: number;

  constructor(
    readonly file: string,
    private readonly timeline: Pick<Timeline, 'width' | 'height' | 'posterFrame'>,
    stillRuns: readonly StillRun[],
  ) {
    this.frame = firstAlike(stillRuns, timeline.posterFrame);
  }

  /** Encodes the frame if it is the poster's. Returns its pixels unchanged. */
  see(frame: number, pixels: Uint8Array): Uint8Array {
    const { width, height } = this.timeline;
    if (frame === this.frame) {
      this.picture = encodeJpeg(pixels, width, height);
      this.picture.catch(() => undefined); // write() reports it; a video that fails before must not leave it unhandled
    }
    return pixels;
  }

  /** Whether the poster's frame is in the range. */
  isWithin({ fromFrame, toFrame }: FrameRange): boolean {
    return this.frame >= fromFrame && this.frame < toFrame;
  }

  /** Writes the file. @throws Error when its frame was not drawn */
  async write(): Promise<void> {
    if (!this.picture) throw new Error(`frame ${this.frame} was not drawn`);
    await writeFile(this.file, await this.picture);
  }
}
