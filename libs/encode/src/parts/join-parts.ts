import { createReadStream } from 'node:fs';
import { boxesOf } from '../mp4/boxes.js';
import { fragmentOf, type Sample, type SampleTime, sampleTime } from '../mp4/fragments.js';
import { keyNumberOf, withOtherKeyNumber, withoutEncoderInformation } from './key-pictures.js';
import { type PartHead, partHead } from './part-head.js';
import type { FrameRange } from './part-plan.js';

/** The file of an encoded part. */
export interface PartFile extends FrameRange {
  /** Absolute path, chosen by us. */
  readonly file: string;
  /** Time at which it was encoded, ms since 1970. */
  readonly drawnAtMs?: number;
}

/** Parts that do not fit the others, or are damaged: they must be encoded again. */
export class UnfitPartError extends Error {
  constructor(
    /** Their indices, ascending. */
    readonly parts: readonly number[],
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`part ${parts.join(', ')} ${reason}`, options);
    this.name = 'UnfitPartError';
  }
}

/**
 * Joins parts, in order and without gaps, to one stream of fragments with the pictures of the whole video. Nothing is
 * encoded, and all pictures stay as they are, but for two things in the first picture of a part: the encoder's
 * information is left out, and its number among key pictures differs from that of a key picture right before it.
 *
 * @throws UnfitPartError where parameters differ from those of the newest part, and for a file that is damaged or
 * has another number of frames; RangeError for parts that leave a gap; or the file system's error
 */
export async function* joinParts(parts: readonly PartFile[]): AsyncGenerator<Uint8Array> {
  const head = await commonHead(parts);
  yield head.boxes;
  let keyNumber: number | null = null;
  let nextFrame = 0;
  for (const [index, part] of parts.entries()) {
    if (part.fromFrame !== nextFrame) throw new RangeError(`part ${index} does not begin at frame ${nextFrame}`);
    nextFrame = part.toFrame;
    for await (const { data, codedAt, ...place } of samplesOf(part, index)) {
      const isFirst = codedAt === part.fromFrame;
      const joined: Uint8Array = isFirst && index > 0 ? firstSample(data, head, keyNumber) : data;
      keyNumber = head.frameNumBits === null ? null : keyNumberOf(joined, head.frameNumBits);
      yield fragmentOf({ data: joined, codedAt, ...place });
    }
  }
}

function firstSample(data: Uint8Array, { frameNumBits }: PartHead, before: number | null): Uint8Array {
  if (frameNumBits === null) return data;
  const sample = withoutEncoderInformation(data);
  const isRepeated = before !== null && keyNumberOf(sample, frameNumBits) === before;
  return isRepeated ? withOtherKeyNumber(sample, frameNumBits) : sample;
}

/** The pictures of a part and their places in the whole video. */
async function* samplesOf({ file, fromFrame, toFrame }: PartFile, index: number): AsyncGenerator<Sample> {
  const unfit = (reason: string, cause?: unknown): Error => new UnfitPartError([index], reason, { cause });
  let time: SampleTime | undefined;
  let firstShownAt: number | undefined;
  let codedAt = fromFrame;
  try {
    for await (const { type, content } of boxesOf(createReadStream(file))) {
      if (type === 'moof') time = sampleTime(content);
      if (type !== 'mdat') continue;
      if (!time) throw new RangeError('a sample without its time');
      firstShownAt ??= time.shownAt;
      yield { data: content, isKey: time.isKey, codedAt: codedAt++, shownAt: fromFrame + time.shownAt - firstShownAt };
    }
  } catch (error) {
    throw error instanceof RangeError ? unfit('is damaged', error) : error;
  }
  if (codedAt !== toFrame) throw unfit(`has ${codedAt - fromFrame} frames, not ${toFrame - fromFrame}`);
}

/**
 * The head of the newest part, which all must have: older ones can be encoded again like it, but soon no renderer
 * encodes like an older release. Where their times are unknown, the head of most.
 */
async function commonHead(parts: readonly PartFile[]): Promise<PartHead> {
  const kinds = new Map<string, { head: PartHead; parts: number[]; newestAtMs: number }>();
  for (const [index, { file, drawnAtMs = 0 }] of parts.entries()) {
    const head = await partHead(file).catch((error: unknown) => {
      throw error instanceof RangeError ? new UnfitPartError([index], error.message, { cause: error }) : error;
    });
    const key = Buffer.from(head.parameters).toString('base64');
    const kind = kinds.get(key) ?? { head, parts: [], newestAtMs: 0 };
    kind.parts.push(index);
    kind.newestAtMs = Math.max(kind.newestAtMs, drawnAtMs);
    kinds.set(key, kind);
  }
  const [common, ...others] = [...kinds.values()].sort(
    (a, b) => b.newestAtMs - a.newestAtMs || b.parts.length - a.parts.length,
  );
  if (!common) throw new RangeError('a video has one part at least');
  if (others.length === 0) return common.head;
  const differing = others.flatMap((kind) => kind.parts).sort((a, b) => a - b);
  throw new UnfitPartError(differing, 'has other parameters than the others');
}
