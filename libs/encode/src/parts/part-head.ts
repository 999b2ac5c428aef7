import { createReadStream } from 'node:fs';
import { frameNumBitsOf } from '../h264/h264-parameters.js';
import { boxesOf, contentAt, firstBox } from '../mp4/boxes.js';

/** The beginning of a part's file: the parameters that a decoder needs before the first picture. */
export interface PartHead {
  /** The boxes before the first fragment. */
  readonly boxes: Uint8Array;
  /** Equal for parts that one decoder can show one after the other. */
  readonly parameters: Uint8Array;
  /** Bits of `frame_num` of H.264. Null: another codec. */
  readonly frameNumBits: number | null;
}

/** Names of the boxes with a codec's parameters: in H.264 SPS and PPS, in VP9 profile, level, depth and colors. */
const PARAMETERS: Readonly<Record<string, string>> = { avc1: 'avcC', vp09: 'vpcC' };
/** Bytes of `stsd` before the first sample entry, and of that before its boxes; the size of pictures is within. */
const [BEFORE_ENTRY, BEFORE_BOXES] = [8, 78];
const [SIZE_AT, SIZE_END] = [24, 28];

/** Reads the head of a part's file. @throws RangeError for a file without one, or the file system's error */
export async function partHead(file: string): Promise<PartHead> {
  const boxes: Uint8Array[] = [];
  for await (const { type, whole, content } of boxesOf(createReadStream(file))) {
    boxes.push(whole);
    if (type === 'moov') return { boxes: Buffer.concat(boxes), ...codecOf(content) };
  }
  throw new RangeError('has no head');
}

function codecOf(moov: Uint8Array): Omit<PartHead, 'boxes'> {
  const description = contentAt(moov, ['trak', 'mdia', 'minf', 'stbl', 'stsd']);
  const entry = firstBox(description.subarray(BEFORE_ENTRY));
  const name = PARAMETERS[entry?.type ?? ''];
  if (!entry || name === undefined) throw new RangeError(`has pictures of the codec ${entry?.type ?? 'none'}`);
  const codec = contentAt(entry.content.subarray(BEFORE_BOXES), [name]);
  const parameters = Buffer.concat([entry.content.subarray(SIZE_AT, SIZE_END), codec]);
  return { parameters, frameNumBits: name === 'avcC' ? frameNumBitsOf(codec) : null };
}
