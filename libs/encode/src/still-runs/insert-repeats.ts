import { type CodedPicture, PictureRepeater, readPicture, withOrder } from '../h264/coded-pictures.js';
import { type H264Parameters, readParameters, withLongOrders } from '../h264/h264-parameters.js';
import { boxesOf, contentAt, withContentAt } from '../mp4/boxes.js';
import { fragmentOf, type Sample } from '../mp4/fragments.js';
import type { Repeat } from './repeat-plan.js';

const PARAMETERS = ['trak', 'mdia', 'minf', 'stbl', 'stsd', 'avc1', 'avcC'];

/** Pictures from one P picture of x264 to the next, at most: three B pictures between them. */
const MAX_STEP = 4;

/**
 * Inserts the repeated frames into a fragmented mp4 stream of the encoded ones: H.264 with one picture per fragment and one
 * tick per frame. The result contains all frames.
 *
 * Each repeat is inserted between two P pictures in the encoded part of its still run: it repeats the first one. The B pictures
 * between the two become repeats of the second one, since their weights depend on the distances in time to both (§8.4.2.3.1).
 * Repeats are no references, so that every other picture is decoded to exactly what the encoder made. Only its order changes,
 * in a field that is made longer even if there are no repeats, so that all files have the same parameter sets.
 */
export async function* insertRepeats(
  encoded: AsyncIterable<Uint8Array>,
  repeats: readonly Repeat[],
): AsyncGenerator<Uint8Array> {
  let video: CompletedVideo | undefined;
  for await (const { type, whole, content } of boxesOf(encoded)) {
    if (type === 'ftyp') yield whole;
    if (type === 'moov') {
      const avcC = contentAt(content, PARAMETERS);
      video = new CompletedVideo(readParameters(avcC), repeats);
      yield withContentAt(whole, PARAMETERS, withLongOrders(avcC));
    }
    if (type === 'mdat') for (const sample of video!.add(content)) yield fragmentOf(sample);
  }
}

/** The pictures since the last key picture, including it. */
interface Group {
  /** The number of its key picture among the encoded frames, and in the video. */
  readonly firstEncoded: number;
  readonly firstFrame: number;
  /** Number of references so far, and the encoder's order of the last one. */
  references: number;
  lastOrder: number;
  /** The last picture that is no B picture: its number among the encoded frames, and the references before it. */
  last: { encoded: number; references: number };
}

/** Places encoded pictures in the whole video, and generates the repeats between them. */
class CompletedVideo {
  readonly #parameters: H264Parameters;
  readonly #repeater: PictureRepeater;
  readonly #repeats: Iterator<Repeat, undefined>;
  /** The repeat to insert next. */
  #next: Repeat | undefined;
  #encoded = 0;
  #coded = 0;
  #repeated = 0;
  /** B pictures before this number among the encoded frames are replaced. */
  #replacedUntil = 0;
  #group: Group = newGroup(0, 0);

  constructor(parameters: H264Parameters, repeats: readonly Repeat[]) {
    this.#parameters = parameters;
    this.#repeater = new PictureRepeater(parameters);
    this.#repeats = repeats.values();
    this.#next = this.#repeats.next().value;
  }

  /** The repeats before a picture, then the picture. */
  *add(data: Uint8Array): Generator<Sample> {
    const picture = readPicture(data, this.#parameters);
    const number = picture.isKey ? this.#encoded : this.#numberOf(picture);
    if (!picture.isB && this.#next && number + this.#repeated >= this.#next.fromFrame - MAX_STEP) {
      yield* this.#insert(this.#next, number);
      this.#next = this.#repeats.next().value;
    }
    if (picture.isKey) this.#group = newGroup(number, number + this.#repeated);
    const shownAt = number + this.#repeated;
    const isReplaced = picture.isB && number < this.#replacedUntil;
    yield {
      data: isReplaced ? this.#repeat(shownAt, 1, picture) : withOrder(data, this.#orderOf(shownAt), this.#parameters),
      isKey: picture.isKey,
      codedAt: this.#coded++,
      shownAt,
    };
    this.#count(picture, number);
  }

  /** Repeats the last P picture before encoded frame `number`. */
  *#insert({ fromFrame, toFrame }: Repeat, number: number): Generator<Sample> {
    const { last, references } = this.#group;
    const first = last.encoded + 1 + this.#repeated;
    for (let shownAt = first; shownAt < first + toFrame - fromFrame; shownAt++) {
      const data = this.#repeat(shownAt, references - last.references);
      yield { data, isKey: false, codedAt: this.#coded++, shownAt };
    }
    this.#repeated += toFrame - fromFrame;
    this.#replacedUntil = number;
  }

  #repeat(shownAt: number, referencesAgo: number, replaced?: CodedPicture): Uint8Array {
    const { references } = this.#group;
    const place = { references, order: this.#orderOf(shownAt), referencesAgo };
    return this.#repeater.repeat(replaced ? { ...place, replaced } : place);
  }

  #orderOf(shownAt: number): number {
    return 2 * (shownAt - this.#group.firstFrame);
  }

  /**
   * A picture's number among the encoded frames, from its full order (ITU-T H.264 §8.2.1.1): the value near the last
   * reference's order with the header's low bits.
   */
  #numberOf(picture: CodedPicture): number {
    return this.#group.firstEncoded + this.#fullOrder(picture) / 2;
  }

  #fullOrder({ order }: CodedPicture): number {
    const span = 2 ** this.#parameters.orderBits;
    return order + span * Math.round((this.#group.lastOrder - order) / span);
  }

  #count(picture: CodedPicture, number: number): void {
    this.#encoded++;
    if (!picture.isB) this.#group.last = { encoded: number, references: this.#group.references };
    if (!picture.isReference) return;
    this.#group.lastOrder = this.#fullOrder(picture);
    this.#group.references++;
  }
}

function newGroup(firstEncoded: number, firstFrame: number): Group {
  return { firstEncoded, firstFrame, references: 0, lastOrder: 0, last: { encoded: firstEncoded, references: 0 } };
}
