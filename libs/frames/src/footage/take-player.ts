import { type FootageRun, pictureBytes } from '#libs/timeline';
import type { FootagePictures, FootageSource } from './footage-source.js';

/** Up to this many seconds of pictures are read and dropped; beyond it a new decoder starts, which costs about as much. */
const MAX_SKIPPED_S = 3;

/** Bytes of pictures that looping footage keeps, so that its next rounds need no decoder. */
const MAX_LOOP_BYTES = 64 * 2 ** 20;

/** A run without its beginning. */
export type FootageTake = Omit<FootageRun, 'firstPicture'>;

/** Plays one take of footage. Any order of pictures is possible; ascending order is cheapest. */
export class TakePlayer {
  readonly #kept: Map<number, Uint8Array> | null;
  #pictures: FootagePictures | null = null;
  /** The picture the decoder gives next. */
  #next = 0;
  #current: { index: number; bytes: Uint8Array } | null = null;
  /** The take's last picture, once it is known. */
  #last = Infinity;

  /** @param loopPictures pictures of one round; Infinity for footage that does not loop */
  constructor(
    private readonly source: FootageSource,
    private readonly take: FootageTake,
    private readonly loopPictures: number,
  ) {
    const bytes = loopPictures * pictureBytes(take, source.hasAlpha);
    this.#kept = bytes <= MAX_LOOP_BYTES ? new Map() : null;
  }

  /** Pictures to decode to reach one; Infinity if the decoder has passed it. */
  distanceTo(index: number): number {
    const wanted = Math.min(index, this.#last);
    if (this.#current?.index === wanted || this.#kept?.has(wanted)) return 0;
    return this.#pictures && index >= this.#next ? index - this.#next : Infinity;
  }

  /**
   * A picture of the take; after its end, the last one. Valid until the next call. Null if no picture can be decoded.
   *
   * @throws the error of the source
   */
  async picture(index: number): Promise<Uint8Array | null> {
    const wanted = Math.min(index, this.#last);
    const kept = this.#kept?.get(wanted);
    if (kept) return this.#hold(wanted, kept);
    if (this.#current?.index === wanted) return this.#current.bytes;
    if (!this.#pictures || wanted < this.#next || wanted - this.#next > MAX_SKIPPED_S * this.take.fps) {
      await this.#begin(wanted);
    }
    return this.#readTo(wanted);
  }

  /** Ends decoding; a later call starts a new decoder. The last picture stays valid. */
  async close(): Promise<void> {
    const pictures = this.#pictures;
    this.#pictures = null;
    await pictures?.close();
  }

  async #begin(firstPicture: number): Promise<void> {
    await this.close();
    this.#current = null;
    this.#pictures = this.source.read({ ...this.take, firstPicture });
    this.#next = firstPicture;
  }

  async #readTo(wanted: number): Promise<Uint8Array | null> {
    for (let backS = 1; ; backS *= 4) {
      const isThere = await this.#advance(wanted);
      if (isThere || this.#current) break;
      // The take ends before `wanted`: search backwards for its last picture.
      const earlier = Math.max(0, wanted - Math.ceil(backS * this.take.fps));
      if (this.#next === 0) return null;
      await this.#begin(earlier);
    }
    if (this.#current!.index < wanted) this.#last = this.#current!.index;
    return this.#current!.bytes;
  }

  /** Reads up to a picture. False if the take ends before it; the current picture is then the last one. */
  async #advance(wanted: number): Promise<boolean> {
    while (this.#next <= wanted) {
      const bytes = await this.#pictures!.next();
      if (!bytes) return false;
      this.#kept?.set(this.#next, Uint8Array.from(bytes));
      this.#hold(this.#next, bytes);
      this.#next++;
    }
    if (this.#kept?.size === this.loopPictures) await this.close();
    return true;
  }

  #hold(index: number, bytes: Uint8Array): Uint8Array {
    this.#current = { index, bytes };
    return bytes;
  }
}
