import { writeFile } from 'node:fs/promises';
import { encodeJpeg } from '#libs/frames';
import { firstAlike, type StillRun, type Timeline } from '#libs/timeline';

/** The still of a video, taken as its frame passes by: drawing it again would start the page's clips anew. */
export class Poster {
  private picture: Promise<Buffer> | undefined;
  /** Of the frames that look like it, the one that is sure to be drawn. */
  private readonly frame: number;

  constructor(
    readonly file: string,
    private readonly timeline: Pick<Timeline, 'width' | 'height' | 'posterFrame'>,
    holds: readonly StillRun[],
  ) {
    this.frame = firstAlike(holds, timeline.posterFrame);
  }

  /** Takes the still when it is its turn; gives the frame's pixels on. */
  see(frame: number, pixels: Uint8Array): Uint8Array {
    const { width, height } = this.timeline;
    if (frame === this.frame) {
      this.picture = encodeJpeg(pixels, width, height);
      this.picture.catch(() => undefined); // awaited when the video is drawn, should it get that far
    }
    return pixels;
  }

  /** Writes the file. Throws Error when its frame has not passed. */
  async write(): Promise<void> {
    if (!this.picture) throw new Error(`frame ${this.frame} was not drawn`);
    await writeFile(this.file, await this.picture);
  }
}
