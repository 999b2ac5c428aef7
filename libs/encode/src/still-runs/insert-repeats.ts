import { type CodedPicture, PictureRepeater, readPicture } from './coded-pictures.js';
import { type H264Parameters, readParameters } from './h264-parameters.js';
import { boxesOf, contentAt, fragmentOf, type Sample } from './mp4-fragments.js';
import { encodedFrames, type Repeat } from './repeat-plan.js';

const PARAMETERS = ['trak', 'mdia', 'minf', 'stbl', 'stsd', 'avc1', 'avcC'];

/**
 * Inserts the repeated frames into a fragmented mp4 stream of the encoded ones. The stream is H.264 with one picture per
 * fragment, one tick per frame, and a key picture after each repeat. The result contains all frames from 0 to `frameCount` − 1.
 */
export async function* insertRepeats(
  encoded: AsyncIterable<Uint8Array>,
  frameCount: number,
  repeats: readonly Repeat[],
): AsyncGenerator<Uint8Array> {
  let video: CompletedVideo | undefined;
  for await (const { type, whole, content } of boxesOf(encoded)) {
    if (type === 'moov')
      video = new CompletedVideo(readParameters(contentAt(content, PARAMETERS)), frameCount, repeats);
    if (type === 'ftyp' || type === 'moov') yield whole;
    if (type === 'mdat') for (const sample of video!.add(content)) yield fragmentOf(sample);
  }
  for (const sample of video?.end() ?? []) yield fragmentOf(sample);
}

/** The pictures since the last key picture, including it. */
interface Group {
  /** Encoded frames shown before it. */
  readonly framesBefore: number;
  /** Number of references so far, and the order of the last one. */
  references: number;
  lastOrder: number;
  /** The picture shown last: its order, and the number of references before it. */
  shownLast: { order: number; references: number };
}

/** Places encoded pictures in the whole video, and generates the repeats between them. */
class CompletedVideo {
  readonly #parameters: H264Parameters;
  readonly #repeater: PictureRepeater;
  /** Frame number in the video by number of the encoded frame. */
  readonly #frames: readonly number[];
  /** Repeats by the frame after them. */
  readonly #repeats: ReadonlyMap<number, Repeat>;
  readonly #frameCount: number;
  #encoded = 0;
  #coded = 0;
  #group: Group | undefined;

  constructor(parameters: H264Parameters, frameCount: number, repeats: readonly Repeat[]) {
    this.#parameters = parameters;
    this.#repeater = new PictureRepeater(parameters);
    this.#frames = [...encodedFrames(frameCount, repeats)];
    this.#repeats = new Map(repeats.map((repeat) => [repeat.toFrame, repeat]));
    this.#frameCount = frameCount;
  }

  /** The repeats before a picture, then the picture. */
  *add(data: Uint8Array): Generator<Sample> {
    const picture = readPicture(data, this.#parameters);
    if (picture.isKey || !this.#group) {
      yield* this.#repeatsBefore(this.#frames[this.#encoded]!);
      this.#group = {
        framesBefore: this.#encoded,
        references: 0,
        lastOrder: 0,
        shownLast: { order: 0, references: 0 },
      };
    }
    const order = this.#place(picture, this.#group);
    const shownAt = this.#frames[this.#group.framesBefore + order / 2]!;
    this.#encoded++;
    yield { data, isKey: picture.isKey, codedAt: this.#coded++, shownAt };
  }

  *end(): Generator<Sample> {
    yield* this.#repeatsBefore(this.#frameCount);
  }

  /** The full order of a picture (ITU-T H.264 §8.2.1.1): the value near the last reference's order with the header's low bits. */
  #place({ isReference, order: bits }: CodedPicture, group: Group): number {
    const span = 2 ** this.#parameters.orderBits;
    const order = bits + span * Math.round((group.lastOrder - bits) / span);
    if (order > group.shownLast.order) group.shownLast = { order, references: group.references };
    if (isReference) {
      group.references++;
      group.lastOrder = order;
    }
    return order;
  }

  *#repeatsBefore(frame: number): Generator<Sample> {
    const repeat = this.#repeats.get(frame);
    if (!repeat || !this.#group) return;
    let { references, shownLast } = this.#group;
    for (let shownAt = repeat.fromFrame; shownAt < repeat.toFrame; shownAt++) {
      const order = shownLast.order + 2;
      const data = this.#repeater.repeat({ references, order, referencesAgo: references - shownLast.references });
      yield { data, isKey: false, codedAt: this.#coded++, shownAt };
      shownLast = { order, references };
      references++;
    }
  }
}
