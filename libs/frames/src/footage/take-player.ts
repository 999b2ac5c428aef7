import { type FootageRun, pictureBytes } from '#libs/timeline';
import type { FootagePictures, FootageSource } from './footage-source.js';

/** Up to this many seconds of pictures are read and dropped; beyond it a new decoder starts, which costs about as much. */
const MAX_SKIPPED_S = 3;

/** Bytes of pictures that looping footage keeps, so that its next rounds need no decoder. */
const MAX_LOOP_BYTES = 64 * 2 ** 20;

/** A run without its beginning. */
export type FootageTake = Omit<FootageRun, 'firstPicture'>;

/** A picture of a take. */
interface WantedPicture {
  readonly index: number;
  /** The first one that may be shown in its place if the footage ends before it. */
  readonly first: number;
}

/** Plays one take of footage, for several layers at once. Any order of pictures is possible; ascending order is cheapest. */
export class TakePlayer {
  readonly #looped: Map<number, Uint8Array> | null;
  /** Pictures for layers that are behind others. */
  readonly #recent = new Map<number, Uint8Array>();
  #pictures: FootagePictures | null = null;
  /** The picture the decoder gives next. */
  #next = 0;
  #current: { index: number; bytes: Uint8Array } | null = null;
  /** Pictures from this one on are kept in `#recent`. */
  #keptFrom = Infinity;
  /** The take's last picture, once it is known. */
  #last = Infinity;

  /** @param loopPictures pictures of one round; Infinity for footage that does not loop */
  constructor(
    private readonly source: FootageSource,
    private readonly take: FootageTake,
    private readonly loopPictures: number,
  ) {
    const bytes = loopPictures * pictureBytes(take, source.hasAlpha);
    this.#looped = bytes <= MAX_LOOP_BYTES ? new Map() : null;
  }

  /** Pictures to decode to reach all of some, ascending; Infinity if the decoder has passed one that is not kept. */
  distanceTo(pictures: readonly WantedPicture[]): number {
    const [oldest, newest] = [pictures[0]!.index, pictures.at(-1)!.index];
    const wanted = Math.min(oldest, this.#last);
    const isKept = this.#current?.index === wanted || this.#looped?.has(wanted) || this.#recent.has(wanted);
    if (isKept) return Math.max(0, Math.min(newest, this.#last) + 1 - this.#next);
    return this.#pictures && oldest >= this.#next ? newest + 1 - this.#next : Infinity;
  }

  /**
   * Pictures of the take, given in ascending order; after its end, the last one. Valid until the next call. Null for those that cannot be decoded.
   *
   * @throws the error of the source
   */
  async pictures(wanted: readonly WantedPicture[]): Promise<(Uint8Array | null)[]> {
    const oldest = wanted[0]!.index;
    for (const index of this.#recent.keys()) if (index < Math.min(oldest, this.#last)) this.#recent.delete(index);
    this.#keptFrom = wanted.length > 1 ? oldest : Infinity;
    if (wanted.length > 1) this.#keepCurrent(oldest);
    const shown: (Uint8Array | null)[] = [];
    for (const picture of wanted) shown.push(await this.#picture(picture));
    return shown;
  }

  /** Ends decoding; a later call starts a new decoder. The pictures given last stay valid. */
  async close(): Promise<void> {
    const pictures = this.#pictures;
    this.#pictures = null;
    await pictures?.close();
  }

  /** The decoder reuses the memory of its picture for the next one. */
  #keepCurrent(from: number): void {
    const current = this.#current;
    if (current && current.index >= Math.min(from, this.#last)) this.#keep(current.index, current.bytes);
  }

  #keep(index: number, bytes: Uint8Array): void {
    if (!this.#recent.has(index)) this.#recent.set(index, Uint8Array.from(bytes));
  }

  async #picture({ index, first }: WantedPicture): Promise<Uint8Array | null> {
    if (first > this.#last) return null;
    const wanted = Math.min(index, this.#last);
    const looped = this.#looped?.get(wanted);
    if (looped) return this.#hold(wanted, looped);
    const recent = this.#recent.get(wanted);
    if (recent) return recent;
    if (this.#current?.index === wanted) return this.#current.bytes;
    if (!this.#pictures || wanted < this.#next || wanted - this.#next > MAX_SKIPPED_S * this.take.fps) {
      await this.#begin(wanted);
    }
    return this.#readTo(wanted, first);
  }

  async #begin(firstPicture: number): Promise<void> {
    await this.close();
    this.#current = null;
    this.#pictures = this.source.read({ ...this.take, firstPicture });
    this.#next = firstPicture;
  }

  async #readTo(wanted: number, first: number): Promise<Uint8Array | null> {
    for (let backS = 1; ; backS *= 4) {
      const isThere = await this.#advance(wanted);
      if (isThere || this.#current) break;
      // The take ends before `wanted`: search backwards for its last picture.
      if (this.#next <= first) return null;
      await this.#begin(Math.max(first, wanted - Math.ceil(backS * this.take.fps)));
    }
    const { index, bytes } = this.#current!;
    if (index < wanted) this.#last = index;
    return this.#recent.get(index) ?? bytes;
  }

  /** Reads up to a picture. False if the take ends before it; the current picture is then the last one. */
  async #advance(wanted: number): Promise<boolean> {
    while (this.#next <= wanted) {
      const bytes = await this.#pictures!.next();
      if (!bytes) return false;
      this.#looped?.set(this.#next, Uint8Array.from(bytes));
      if (this.#next >= this.#keptFrom) this.#keep(this.#next, bytes);
      this.#hold(this.#next, bytes);
      this.#next++;
    }
    if (this.#looped?.size === this.loopPictures) await this.close();
    return true;
  }

  #hold(index: number, bytes: Uint8Array): Uint8Array {
    this.#current = { index, bytes };
    return bytes;
  }
}
